package io.kintsugi.bench.harness;

import io.kintsugi.bench.contender.ContenderMain;
import io.kintsugi.bench.contender.Reply;
import io.kintsugi.bench.contender.Request;
import io.kintsugi.bench.recovery.Trial;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A contender's process: requests on its standard input, replies on its standard output, all else in a log. */
final class ChildJvm implements AutoCloseable {
    private static final long STOP_TIMEOUT_S = 10;

    private final String name;
    private final Path log;
    private final long timeoutS;
    private final Process process;
    private final Writer requests;

    /** At most one reply a request; empty at the end of the stream. */
    private final BlockingQueue<Optional<String>> replies = new LinkedBlockingQueue<>();

    private final String java;

    /** Returns when the process is ready. */
    ChildJvm(ContenderSpec spec, ChildSettings settings) throws IOException, InterruptedException, ContenderFailed {
        name = spec.name();
        log = settings.log(spec);
        timeoutS = settings.replyTimeoutS();
        Files.createDirectories(log.toAbsolutePath().getParent());
        process = new ProcessBuilder(command(spec, settings))
                .redirectError(log.toFile())
                .start();
        requests = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "replies of " + name);
        reader.setDaemon(true);
        reader.start();
        java = ready();
    }

    /** The version that it runs on. */
    String java() {
        return java;
    }

    Reply.Ran run(Request request) throws IOException, InterruptedException, ContenderFailed {
        Reply reply = ask(request.line());
        if (reply instanceof Reply.Ran ran) {
            return ran;
        }
        throw failed(request.line(), reply.line());
    }

    Reply.Endured endure(Trial trial) throws IOException, InterruptedException, ContenderFailed {
        Reply reply = ask(trial.line());
        if (reply instanceof Reply.Endured endured) {
            return endured;
        }
        throw failed(trial.line(), reply.line());
    }

    private Reply ask(String request) throws IOException, InterruptedException, ContenderFailed {
        requests.write(request + "\n");
        requests.flush();
        return reply(request);
    }

    /** Ends the process: it leaves by itself when its input ends, and is killed when it does not. */
    @Override
    public void close() {
        try {
            requests.close();
            if (process.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException e) {
            // It is gone already, or its pipe is: the kill below makes sure.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    private static List<String> command(ContenderSpec spec, ChildSettings settings) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(settings.java().executable().toString());
        command.addAll(settings.commonFlags());
        command.addAll(spec.flagsOn(settings.java()));
        command.add(settings.logging());
        command.addAll(List.of("-cp", settings.classPath(spec), ContenderMain.class.getName(), spec.name()));
        return command;
    }

    private String ready() throws InterruptedException, ContenderFailed {
        try {
            Reply reply = reply("start");
            if (reply instanceof Reply.Ready ready) {
                return ready.java();
            }
            throw failed("start", reply.line());
        } catch (InterruptedException | ContenderFailed e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private Reply reply(String request) throws InterruptedException, ContenderFailed {
        Optional<String> line = replies.poll(timeoutS, TimeUnit.SECONDS);
        if (line == null) {
            throw failed(request, "no reply within " + timeoutS + " s");
        }
        return Reply.parse(line.orElseThrow(() -> failed(request, "the process ended")));
    }

    private ContenderFailed failed(String request, String found) {
        return new ContenderFailed("%s: asked to %s: %s; its log is %s".formatted(name, request, found, log));
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
                replies.add(Optional.of(line));
            }
        } catch (IOException e) {
            // A broken pipe says what the end of the stream says.
        } finally {
            replies.add(Optional.empty());
        }
    }
}
