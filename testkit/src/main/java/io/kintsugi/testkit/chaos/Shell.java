package io.kintsugi.testkit.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Short commands of the operating system. */
final class Shell {
    private static final int SECONDS_MAX = 30;

    private Shell() {}

    /** Throws what the command said if it failed. */
    static void run(String... line) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(List.of(line) + ": not done within " + SECONDS_MAX + " s");
        }
        if (process.exitValue() != 0) {
            throw new IOException("%s: ended with %d: %s".formatted(List.of(line), process.exitValue(), said.strip()));
        }
    }

    /** Whether it worked. */
    static boolean tries(String... line) {
        try {
            run(line);
            return true;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
