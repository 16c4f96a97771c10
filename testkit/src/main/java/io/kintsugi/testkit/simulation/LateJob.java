package io.kintsugi.testkit.simulation;

import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers that are their own time pass two tasks without state and come into windows. Both sources emit them in order, so none is
 * late unless time goes on without a task that is away: the late ones are written to a place outside the job, and those are
 * what the account has to tell. For runs in which only sources and the tasks behind them fail.
 */
public final class LateJob {
    /** Shorter than a restart takes, so that time does go on. */
    static final int HOLD_MS = 5;

    private static final RestartStrategy AWAY = RestartStrategy.fixedDelay(100, Duration.ofMillis(4 * HOLD_MS));

    private static final int SOURCES = 2;
    private static final int PASSING = 2;
    private static final double NUMBERS_PER_SECOND = 1_200;
    private static final int WINDOW_MS = 10;
    private static final long KEYS = 7;
    private static final SideOutput<Long> LATE = SideOutput.of("late", Long.class);

    private final int perSource;
    private final Outside<Long> inTime = new Outside<>();
    private final Outside<Long> late = new Outside<>();

    /** @param perSource numbers that each of the sources emits */
    public LateJob(int perSource) {
        this.perSource = perSource;
    }

    Job job() {
        var draft = Job.named("lateness")
                .checkpointed(Checkpointing.every(Duration.ofMillis(40)).backupInterval(Duration.ofMillis(15)))
                .recovery(Recovery.of(Recovery.Strategy.TASK, AWAY).lossBudget(LossBudget.unlimited()));
        var windows = draft.source(
                        "read",
                        GeneratorSource.numbers()
                                .records((long) SOURCES * perSource)
                                .rate(NUMBERS_PER_SECOND))
                .timestamps(EventTime.from(number -> number))
                .parallelism(SOURCES)
                .rebalance()
                .map("pass", number -> number)
                .parallelism(PASSING)
                .keyBy(number -> number % KEYS)
                .window(Windows.tumbling(Duration.ofMillis(WINDOW_MS)))
                .lateTo(LATE)
                .reduce("window", Math::max, (key, window, highest) -> highest)
                .parallelism(2);
        windows.sink("write", inTime.sink()).parallelism(1);
        windows.sideOutput(LATE).sink("write-late", late.sink()).parallelism(1);
        return draft.build();
    }

    /** The tasks in front of the windows. */
    static List<TaskId> before() {
        List<TaskId> tasks = new ArrayList<>(passing());
        for (int i = 0; i < SOURCES; i++) {
            tasks.add(new TaskId("read", i));
        }
        return tasks;
    }

    /** The tasks right in front of the windows. */
    static List<TaskId> passing() {
        List<TaskId> tasks = new ArrayList<>();
        for (int i = 0; i < PASSING; i++) {
            tasks.add(new TaskId("pass", i));
        }
        return tasks;
    }

    /** How many numbers were really late. */
    public int lateNumbers() {
        return late.committed().size();
    }

    /** Where an account differs from the truth, in words. */
    List<String> problems(LossTotals account) {
        return account.lateAfterRecovery() == lateNumbers()
                ? List.of()
                : List.of("%d numbers were late, the account says %s".formatted(lateNumbers(), account));
    }
}
