package io.kintsugi.core.config;

import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.recovery.CheckpointsWithLoss;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;

/** What a job does about failures that says nothing about them itself; read by the leader. */
public record RecoverySettings(
        @Setting(
                key = "strategy",
                fallback = "region",
                reason =
                        "What restarts with a failed task; region is exactly-once for jobs with checkpoints, and without them"
                                + " the first failure fails the job. The others lose records for the sake of tasks that need not"
                                + " restart.")
        Recovery.Strategy strategy,

        @Setting(
                key = "absent-consumer",
                fallback = "buffer",
                reason = "What a producer does with records for a consumer that is away, unless it restarts with it.")
        AbsentConsumer.Kind absentConsumer,

        @Setting(
                key = "absent-consumer-bytes",
                fallback = "4194304",
                min = 1,
                max = 1_073_741_824,
                reason = "How much is kept for each channel to a consumer that is away, with buffer and reroute.")
        long absentConsumerBytes,

        @Setting(
                key = "loss-budget-records",
                fallback = "-1",
                min = -1,
                reason = "Records that recoveries of single tasks may lose within the window; -1 is no limit.")
        long lossBudgetRecords,

        @Setting(
                key = "loss-budget-fraction",
                fallback = "0.005",
                min = 0,
                max = 1,
                reason = "The same as a share of the records that tasks have taken; 1 is no limit.")
        double lossBudgetFraction,

        @Setting(
                key = "loss-budget-recoveries",
                fallback = "-1",
                min = -1,
                reason = "Recoveries of single tasks within the window; -1 is no limit.")
        int lossBudgetRecoveries,

        @Setting(
                key = "loss-budget-unavailable-ms",
                fallback = "-1",
                min = -1,
                reason = "Time within the window for which some task may be away; -1 is no limit.")
        long lossBudgetUnavailableMs,

        @Setting(
                key = "loss-budget-window-ms",
                fallback = "600000",
                min = 1,
                max = 604_800_000,
                reason = "How far back the loss budget looks.")
        long lossBudgetWindowMs,

        @Setting(
                key = "loss-budget-on-excess",
                fallback = "escalate",
                reason =
                        "What a failure does that finds the budget used up: warn goes on, pause waits until the window has"
                                + " room, escalate takes the next wider strategy and in the end fails the job.")
        LossBudget.OnExcess lossBudgetOnExcess,

        @Setting(
                key = "checkpoints-with-loss",
                fallback = "allow",
                reason =
                        "Whether checkpoints go on after a loss; mark has them say how much was lost, forbid waits until a"
                                + " restart of the region has repaired it.")
        CheckpointsWithLoss checkpointsWithLoss) {

    public static RecoverySettings defaults() {
        return new RecoverySettings(
                Recovery.Strategy.REGION,
                AbsentConsumer.Kind.BUFFER,
                AbsentConsumer.BUFFER_BYTES,
                -1,
                0.005,
                -1,
                -1,
                600_000,
                LossBudget.OnExcess.ESCALATE,
                CheckpointsWithLoss.ALLOW);
    }

    /** For a job that says nothing at all. */
    public Recovery recovery(boolean checkpointed) {
        return recovery(strategy, checkpointed);
    }

    /** For a job of which no more is said than its strategy; pauses and limits of restarts are the usual ones of that. */
    public Recovery recovery(Recovery.Strategy chosen, boolean checkpointed) {
        return usual(chosen, checkpointed)
                .absentConsumer(absent())
                .lossBudget(budget())
                .checkpointsWithLoss(checkpointsWithLoss);
    }

    private static Recovery usual(Recovery.Strategy chosen, boolean checkpointed) {
        return switch (chosen) {
            case TASK -> Recovery.task();
            case SINK -> Recovery.sink();
            case DOWNSTREAM -> Recovery.downstream();
            case REGION -> checkpointed ? Recovery.region() : Recovery.none();
        };
    }

    private AbsentConsumer absent() {
        return switch (absentConsumer) {
            case BUFFER, REROUTE -> new AbsentConsumer(absentConsumer, absentConsumerBytes);
            case DISCARD, BLOCK -> new AbsentConsumer(absentConsumer, 0);
        };
    }

    private LossBudget budget() {
        return new LossBudget(
                lossBudgetRecords < 0 ? Long.MAX_VALUE : lossBudgetRecords,
                lossBudgetFraction,
                lossBudgetRecoveries < 0 ? Integer.MAX_VALUE : lossBudgetRecoveries,
                lossBudgetUnavailableMs < 0 ? Long.MAX_VALUE : lossBudgetUnavailableMs,
                lossBudgetWindowMs,
                lossBudgetOnExcess);
    }
}
