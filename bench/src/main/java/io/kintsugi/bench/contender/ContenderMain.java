package io.kintsugi.bench.contender;

import io.kintsugi.bench.recovery.TrainerLog;
import io.kintsugi.bench.recovery.Trial;
import io.kintsugi.bench.workload.RunResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The process of one contender: reads {@link Request} lines, answers each with a {@link Reply} line, and ends when its
 * input does, so that it cannot outlive the harness for longer than one run.
 */
public final class ContenderMain {
    private final Contender contender;
    private final PrintStream replies;

    private ContenderMain(Contender contender, PrintStream replies) {
        this.contender = contender;
        this.replies = replies;
    }

    /** @param args the name of the contender */
    public static void main(String[] args) throws IOException {
        PrintStream replies = System.out;
        System.setOut(System.err); // What an engine prints must not look like a reply.
        try (Contender contender = find(args[0])) {
            new ContenderMain(contender, replies)
                    .serve(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        }
        System.exit(0); // Engines leave threads behind.
    }

    private static Contender find(String name) {
        return ServiceLoader.load(Contender.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(contender -> contender.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no contender \"%s\" on the class path; is it listed in META-INF/services/%s?"
                                .formatted(name, Contender.class.getName())));
    }

    private void serve(BufferedReader requests) throws IOException {
        reply(new Reply.Ready(Runtime.version().toString()));
        for (@Nullable String line = requests.readLine(); line != null; line = requests.readLine()) {
            reply(line.startsWith("trial ") ? endure(Trial.parse(line)) : answer(Request.parse(line)));
        }
    }

    private Reply answer(Request request) {
        System.gc(); // So that no run pays for the garbage of the one before.
        CpuSample before = CpuSample.now();
        try {
            RunResult result = contender.run(request.workload(), request.records());
            return new Reply.Ran(result, before.until(CpuSample.now()));
        } catch (Exception e) {
            e.printStackTrace();
            return new Reply.Failed(e.toString());
        }
    }

    private Reply endure(Trial trial) {
        System.gc();
        CpuSample before = CpuSample.now();
        try {
            TrainerLog log = TrainerLog.begin(trial);
            contender.endure(trial);
            return new Reply.Endured(log.outage(), before.until(CpuSample.now()));
        } catch (Exception e) {
            e.printStackTrace();
            return new Reply.Failed(e.toString());
        }
    }

    private void reply(Reply reply) {
        replies.println(reply.line());
        replies.flush();
    }
}
