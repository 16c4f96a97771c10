package io.kintsugi.worker.task;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.WatermarkSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.recovery.AlignmentMode;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.worker.exchange.BatchStorage;
import org.jspecify.annotations.Nullable;

/**
 * All that is needed to make one task attempt.
 *
 * @param sinkFlushMs how long a written record waits for its sink's flush
 * @param absentConsumer what the job says about consumers that are away
 * @param begin where it goes on
 * @param storage where a job in batch mode keeps what is too much for memory
 */
public record TaskSpec(
        JobId job,
        Plan plan,
        AttemptId attempt,
        ChannelSettings channels,
        WatermarkSettings watermarks,
        int sinkFlushMs,
        Checkpoints checkpoints,
        AbsentConsumer absentConsumer,
        TaskBegin begin,
        BatchStorage storage) {
    /** An attempt that begins together with all others, in a job whose tasks never restart alone. */
    public TaskSpec(
            JobId job,
            Plan plan,
            AttemptId attempt,
            ChannelSettings channels,
            WatermarkSettings watermarks,
            int sinkFlushMs,
            Checkpoints checkpoints) {
        this(
                job,
                plan,
                attempt,
                channels,
                watermarks,
                sinkFlushMs,
                checkpoints,
                AbsentConsumer.block(),
                TaskBegin.together(),
                BatchStorage.none());
    }

    /** The same with a place for what a job in batch mode keeps. */
    public TaskSpec with(BatchStorage place) {
        return new TaskSpec(
                job, plan, attempt, channels, watermarks, sinkFlushMs, checkpoints, absentConsumer, begin, place);
    }

    /** What its chain is made of. */
    TaskChain.Setting chain() {
        return new TaskChain.Setting(
                job, plan, plan.vertex(attempt.task()), channels, watermarks, sinkFlushMs, checkpoints.rules() != null);
    }

    /** What the task does with records for a consumer of this edge that is away. */
    AbsentConsumer absentConsumer(PlanEdge edge) {
        AbsentConsumer ofStep = plan.vertex(edge.to()).absentConsumer();
        return ofStep == null ? absentConsumer : ofStep;
    }

    /**
     * How the attempt takes part in checkpoints.
     *
     * @param rules null for a job that takes none
     * @param minimum barriers up to this checkpoint are not for this attempt; in an iteration the last superstep that is complete
     * @param held whether the job has stopped already, so that sources emit nothing
     * @param due what a sink had prepared up to this one is committed when it begins
     */
    public record Checkpoints(@Nullable Checkpointing rules, long minimum, boolean held, long due) {
        /** Of a job that goes on, and of an attempt that begins together with all others. */
        public Checkpoints(@Nullable Checkpointing rules, long minimum) {
            this(rules, minimum, false, Long.MAX_VALUE);
        }

        public static Checkpoints of(@Nullable Checkpointing rules, RestorePoint from) {
            return new Checkpoints(rules, from.minCheckpoint(), from.held(), from.due());
        }

        public static Checkpoints none() {
            return new Checkpoints(null, 0);
        }

        AlignmentMode mode() {
            return rules == null ? AlignmentMode.EXACTLY_ONCE : rules.mode();
        }
    }
}
