package io.kintsugi.worker.verticle;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.CheckpointSettings;
import io.kintsugi.core.config.ExchangeSettings;
import io.kintsugi.core.config.TaskSettings;
import io.kintsugi.core.config.WatermarkSettings;

/**
 * Settings of all tasks of a worker.
 *
 * @param sinkFlushMs how long a written record waits for its sink's flush
 */
public record TaskLimits(
        ChannelSettings channel,
        WatermarkSettings watermarks,
        int sinkFlushMs,
        CheckpointSettings checkpoints,
        TaskSettings tasks,
        ExchangeSettings exchange) {}
