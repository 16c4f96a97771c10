package io.kintsugi.worker.task;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.WatermarkSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;

/**
 * All that is needed to make one task attempt.
 *
 * @param sinkFlushMs how long a written record waits for its sink's flush
 */
public record TaskSpec(
        Plan plan, AttemptId attempt, ChannelSettings channels, WatermarkSettings watermarks, int sinkFlushMs) {}
