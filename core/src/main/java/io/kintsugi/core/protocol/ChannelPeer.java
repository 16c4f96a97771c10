package io.kintsugi.core.protocol;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskLocation;

/**
 * The other end of one channel of a task.
 *
 * @param attempt number of the peer's attempt
 */
public record ChannelPeer(ChannelId channel, int attempt, TaskLocation location) {}
