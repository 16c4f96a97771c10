package io.kintsugi.worker.task;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.WatermarkSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.recovery.AlignmentMode;
import io.kintsugi.worker.operator.JobFacts;

/**
 * All that is needed to make one task attempt.
 *
 * @param sinkFlushMs how long a written record waits for its sink's flush
 */
public record TaskSpec(
        JobFacts job,
        Plan plan,
        AttemptId attempt,
        ChannelSettings channels,
        WatermarkSettings watermarks,
        int sinkFlushMs,
        Barriers barriers) {
    /**
     * What the attempt does with barriers.
     *
     * @param minimum those up to this checkpoint are not for it
     */
    public record Barriers(AlignmentMode mode, long minimum) {
        /** For a job without checkpoints, in which none comes. */
        public static Barriers none() {
            return new Barriers(AlignmentMode.EXACTLY_ONCE, 0);
        }
    }
}
