package io.kintsugi.core.recovery;

import java.time.Duration;

/**
 * What restarts after a failure, how often that may happen, and what it may cost.
 *
 * @param strategy which tasks restart with the one that failed
 * @param restart for each failed task by itself, or for the region
 * @param absentConsumer what producers do while a consumer is away that restarts without them
 * @param budget of all restarts that do not restart the region
 * @param checkpoints what becomes of them after a loss
 */
public record Recovery(
        Strategy strategy,
        RestartStrategy restart,
        AbsentConsumer absentConsumer,
        LossBudget budget,
        CheckpointsWithLoss checkpoints) {
    private static final int BATCH_RESTARTS_MAX = 10;

    /** Which tasks restart. */
    public enum Strategy {
        /** The failed task alone, from its newest state: the rest flows on, and what is lost is counted. */
        TASK,
        /** A task without consumers alone, as {@link #TASK}; any other with its region. */
        SINK,
        /** The failed task and all that it reaches, from their newest states. */
        DOWNSTREAM,
        /** All tasks that are connected with the failed one, from the last completed checkpoint: exactly-once. */
        REGION;

        /** Whether records may be lost for the sake of tasks that need not restart. */
        public boolean isApproximate() {
            return this != REGION;
        }
    }

    /** The default of a job with checkpoints. */
    public static Recovery region() {
        return of(Strategy.REGION, RestartStrategy.exponential());
    }

    /**
     * The default of a job in batch mode: a failed task begins anew, up to 10 times each. Its strategy has no meaning there,
     * since nothing is lost.
     */
    public static Recovery batch() {
        return of(Strategy.REGION, RestartStrategy.fixedDelay(BATCH_RESTARTS_MAX, Duration.ofMillis(100)));
    }

    /** The default of a job without checkpoints: the first failure fails the job. */
    public static Recovery none() {
        return of(Strategy.REGION, RestartStrategy.none());
    }

    /** Only the failed task restarts, at once. */
    public static Recovery task() {
        return of(Strategy.TASK, atOnce());
    }

    /** A failed sink restarts alone, at once; other tasks with their region. */
    public static Recovery sink() {
        return of(Strategy.SINK, atOnce());
    }

    /** The failed task and all behind it restart, at once. */
    public static Recovery downstream() {
        return of(Strategy.DOWNSTREAM, atOnce());
    }

    /** With the defaults of all else. */
    public static Recovery of(Strategy strategy, RestartStrategy restart) {
        return new Recovery(
                strategy, restart, AbsentConsumer.buffer(), LossBudget.standard(), CheckpointsWithLoss.ALLOW);
    }

    /** From 1 ms doubling to 1 min, back to 1 ms after 1 min without failure. */
    private static RestartStrategy atOnce() {
        return RestartStrategy.exponential(Duration.ofMillis(1), Duration.ofMinutes(1), 0.1, Duration.ofMinutes(1));
    }

    public Recovery strategy(Strategy changed) {
        return new Recovery(changed, restart, absentConsumer, budget, checkpoints);
    }

    public Recovery restart(RestartStrategy changed) {
        return new Recovery(strategy, changed, absentConsumer, budget, checkpoints);
    }

    public Recovery absentConsumer(AbsentConsumer changed) {
        return new Recovery(strategy, restart, changed, budget, checkpoints);
    }

    public Recovery lossBudget(LossBudget changed) {
        return new Recovery(strategy, restart, absentConsumer, changed, checkpoints);
    }

    public Recovery checkpointsWithLoss(CheckpointsWithLoss changed) {
        return new Recovery(strategy, restart, absentConsumer, budget, changed);
    }
}
