package io.kintsugi.node;

import static org.awaitility.Awaitility.await;

import io.kintsugi.node.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A node in a process of its own, as a person starts it; all its output goes to a file. */
final class NodeProcess implements AutoCloseable {
    private static final Pattern STARTED = Pattern.compile("started .*seed=(\\S+) http=(\\S*)");
    private static final Path LOGGING = Path.of("../config/logback.xml").toAbsolutePath();
    private static final Duration START_MAX = Duration.ofSeconds(90);

    private final Process process;
    private final Path log;

    private NodeProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Returns when the node has started. */
    static NodeProcess start(Path folder, String name, String... flags) throws IOException {
        Path log = newLog(folder, name);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Djava.net.preferIPv4Stack=true",
                "-Dlogback.configurationFile=" + LOGGING,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "node",
                "--name=" + name,
                "--cluster-name=" + folder.getFileName(),
                "--http-port=0",
                "--data-dir=" + folder.resolve("data")));
        if (Stream.of(flags).noneMatch(flag -> flag.startsWith("--cluster-port="))) {
            command.add("--cluster-port=0");
        }
        command.addAll(List.of(flags));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        NodeProcess node = new NodeProcess(process, log);
        await(name + " starts").atMost(START_MAX).until(() -> node.started().find() || !process.isAlive());
        if (!node.started().find()) {
            throw new AssertionError("%s has ended with %d: %s".formatted(name, process.exitValue(), node.log()));
        }
        return node;
    }

    /** One of its own for each process of this name. */
    private static Path newLog(Path folder, String name) {
        Path log = folder.resolve(name + ".log");
        for (int process = 2; Files.exists(log); process++) {
            log = folder.resolve("%s-%d.log".formatted(name, process));
        }
        return log;
    }

    private Matcher started() {
        return STARTED.matcher(log());
    }

    private String found(int group) {
        Matcher started = started();
        if (!started.find()) {
            throw new IllegalStateException("not started: " + log());
        }
        return started.group(group);
    }

    String seed() {
        return found(1);
    }

    String url() {
        return "http://" + found(2);
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGTERM and returns the exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(180, TimeUnit.SECONDS)) {
            throw new AssertionError("still alive 180 s after SIGTERM: " + log());
        }
        return process.exitValue();
    }

    /** Sends a signal, such as {@code STOP} or {@code CONT}. */
    void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new AssertionError("kill -" + name + " ended with " + code);
        }
    }

    /** Waits until the process has ended by itself, and returns its exit code. */
    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(180, TimeUnit.SECONDS)) {
            throw new AssertionError("still alive after 180 s: " + log());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
