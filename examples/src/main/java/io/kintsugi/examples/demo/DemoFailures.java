package io.kintsugi.examples.demo;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import io.kintsugi.examples.flights.FlightsSettings;
import java.time.Duration;

/**
 * The failures of a demo: spread evenly over the flights, of one subtask after the other.
 *
 * <pre>
 * flights read  0 ──────── due(0) ── held(0) ── due(1) ── held(1) ── due(2) ──────── records      count = 2
 * </pre>
 *
 * Sources wait before {@code held(n)} for as long as failure n is not over, so that all failures come, however fast the job
 * is. At the speeds of a demo they hardly ever get so far.
 *
 * @param count from 0 to {@value #COUNT_MAX}
 * @param strategy that the job is recovered with
 */
record DemoFailures(int count, Recovery.Strategy strategy) {
    static final int COUNT_MAX = 1_000;
    static final DemoFailures NONE = new DemoFailures(0, Recovery.Strategy.TASK);

    /** The step without consumers. */
    static final String MEASURING = "quality";

    /** An endless replay is spread over so many flights. */
    static final long ENDLESS_SPAN = 5_000_000;

    private static final Duration PAUSE = Duration.ofMillis(1);

    DemoFailures {
        if (count < 0 || count > COUNT_MAX) {
            throw new IllegalArgumentException("failures: expected 0 to %d, found %d".formatted(COUNT_MAX, count));
        }
    }

    /** Flights that sources have read when a failure is due. */
    long dueAt(int number, FlightsSettings flights) {
        long span = flights.endless() ? ENDLESS_SPAN : flights.records();
        return (long) ((double) span * (number + 1) / (count + 1));
    }

    /** Where sources wait while {@code over} failures are over; {@code Long.MAX_VALUE} after the last. */
    long heldAt(int over, FlightsSettings flights) {
        return over < count ? (dueAt(over, flights) + dueAt(over + 1, flights)) / 2 : Long.MAX_VALUE;
    }

    /** A trainer; with {@link Recovery.Strategy#SINK} a task without consumers, since only those restart alone. */
    TaskId victim(int number, FlightsSettings flights) {
        return strategy == Recovery.Strategy.SINK
                ? new TaskId(MEASURING, number % flights.half())
                : new TaskId("trainers", number % flights.parallelism());
    }

    /** Of a demo's job: it goes on as it is when the budget is used up, since a demo fails more often than anybody should. */
    static Recovery recovery(Recovery.Strategy strategy) {
        return Recovery.of(strategy, RestartStrategy.fixedDelay(COUNT_MAX, PAUSE))
                .lossBudget(LossBudget.standard().onExcess(LossBudget.OnExcess.WARN));
    }
}
