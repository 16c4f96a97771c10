package io.kintsugi.examples.demo;

import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.node.Kintsugi;
import io.vertx.core.Future;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One demo from start to end, in the calling thread, which waits. */
final class DemoRun {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
    private static final Duration DRAIN_MAX = Duration.ofSeconds(10);

    private final DemoOptions options;
    private final Interruption interruption;
    private final PrintStream err;
    private final boolean terminal;

    /** @param err gets the progress */
    DemoRun(DemoOptions options, Interruption interruption, PrintStream err, boolean terminal) {
        this.options = options;
        this.interruption = interruption;
        this.err = err;
        this.terminal = terminal;
    }

    /** Throws what kept the cluster from starting or the job from being submitted; has cleaned up in any case. */
    DemoResult run() throws Exception {
        try (DemoCluster cluster = DemoCluster.start(options);
                DemoJob.Board board = DemoJob.Board.open()) {
            err.println("kintsugi demo: the job is shown at " + cluster.httpAddress() + "/api/v1/jobs/flights");
            return follow(cluster.first(), board);
        }
    }

    private DemoResult follow(Kintsugi kintsugi, DemoJob.Board board) throws Exception {
        long startNs = System.nanoTime();
        JobStatus status = answer(kintsugi.submit(DemoJob.class, board.parameters(options.flights())));
        ProgressLine progress = new ProgressLine(err, terminal, startNs);
        boolean stopped = false;
        while (!status.state().isTerminal() && !stopped) {
            stopped = interruption.wished(LOOK_EVERY);
            progress.show(board.reports().read(), System.nanoTime());
            status = answer(kintsugi.job(name(status)));
        }
        progress.clear();
        JobStatus last = stopped ? stop(kintsugi, status) : status;
        return new DemoResult(
                options.flights(), options.workers(), last, board.reports().read(), durationMs(last));
    }

    /** Lets what was read flow to the sink, for a while. */
    private static JobStatus stop(Kintsugi kintsugi, JobStatus seen) throws Exception {
        JobStatus status = answer(kintsugi.stop(name(seen), StopMode.DRAIN));
        long giveUpNs = System.nanoTime() + DRAIN_MAX.toNanos();
        while (!status.state().isTerminal() && System.nanoTime() - giveUpNs < 0) {
            TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
            status = answer(kintsugi.job(name(status)));
        }
        return status;
    }

    private static long durationMs(JobStatus status) {
        long endMs = status.endedAtMs() == 0 ? System.currentTimeMillis() : status.endedAtMs();
        return endMs - status.submittedAtMs();
    }

    private static String name(JobStatus status) {
        return status.spec().id().name();
    }

    private static <T> T answer(Future<T> future) throws TimeoutException {
        return future.await(ANSWER_MAX.toSeconds(), TimeUnit.SECONDS);
    }
}
