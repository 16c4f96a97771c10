package io.kintsugi.examples.demo;

import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.examples.flights.Flights;
import io.kintsugi.examples.flights.FlightsSettings;
import io.kintsugi.node.Kintsugi;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One demo from start to end, in the calling thread, which waits. */
final class DemoRun {
    /** Short, so that a recovery is shown as it happens. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private static final Duration DRAIN_MAX = Duration.ofSeconds(10);
    private static final String JOB = "flights";
    private static final String FAILURE_FREE_JOB = "flights-without-failures";

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
        long held = options.failures().heldAt(0, options.flights());
        try (DemoCluster cluster = DemoCluster.start(options);
                DemoJob.Place place = DemoJob.Place.open(held)) {
            err.println("kintsugi demo: the job is shown at " + cluster.httpAddress() + "/#/jobs/" + JOB);
            return follow(cluster.first(), place);
        }
    }

    private DemoResult follow(Kintsugi kintsugi, DemoJob.Place place) throws Exception {
        ProgressLine progress = new ProgressLine(err, terminal, System.nanoTime());
        FailureInjection failures =
                new FailureInjection(options, kintsugi, place.gate(), recovery -> progress.say(Mended.line(recovery)));
        JobStatus status = submit(kintsugi, place, JOB, options.flights());
        boolean stopped = false;
        while (!status.state().isTerminal() && !stopped) {
            stopped = interruption.wished(LOOK_EVERY);
            progress.show(place.board().read(), System.nanoTime());
            status = Answers.await(kintsugi.job(JOB));
            failures.look(status, System.nanoTime());
        }
        JobStatus last = stopped ? stop(kintsugi, status) : status;
        List<RecoveryStatus> recoveries = failures.end(last);
        progress.clear();
        LossStatus loss = Answers.await(kintsugi.loss(JOB));
        boolean comparable = !recoveries.isEmpty() && last.state() == JobState.FINISHED;
        OptionalDouble failureFree = comparable ? failureFreeAuc(kintsugi) : OptionalDouble.empty();
        return new DemoResult(
                options, last, place.gate().read(), place.board().read(), new Mended(recoveries, loss, failureFree));
    }

    /** Of pass 1, in the same job over as many flights as that has. */
    private OptionalDouble failureFreeAuc(Kintsugi kintsugi) throws Exception {
        FlightsSettings all = options.flights();
        FlightsSettings test =
                new FlightsSettings(Math.min(all.records(), Flights.ROWS), all.rate(), all.parallelism());
        try (DemoJob.Place place = DemoJob.Place.open(Long.MAX_VALUE)) {
            JobStatus status = submit(kintsugi, place, FAILURE_FREE_JOB, test);
            while (!status.state().isTerminal() && !interruption.wished(LOOK_EVERY)) {
                status = Answers.await(kintsugi.job(FAILURE_FREE_JOB));
            }
            return status.state() == JobState.FINISHED
                    ? OptionalDouble.of(
                            place.board().read().first().orElseThrow().auc())
                    : OptionalDouble.empty();
        }
    }

    private JobStatus submit(Kintsugi kintsugi, DemoJob.Place place, String name, FlightsSettings flights)
            throws TimeoutException {
        Map<String, String> parameters =
                place.parameters(name, flights, options.failures().strategy());
        return Answers.await(kintsugi.submit(DemoJob.class, parameters));
    }

    /** Lets what was read flow to the sink, for a while. */
    private static JobStatus stop(Kintsugi kintsugi, JobStatus seen) throws Exception {
        JobStatus status = seen;
        if (!status.state().isTerminal()) {
            status = Answers.await(kintsugi.stop(JOB, StopMode.DRAIN));
        }
        long giveUpNs = System.nanoTime() + DRAIN_MAX.toNanos();
        while (!status.state().isTerminal() && System.nanoTime() - giveUpNs < 0) {
            TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
            status = Answers.await(kintsugi.job(JOB));
        }
        return status;
    }
}
