package io.kintsugi.worker.net;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.worker.channel.Frame;

/** Where the frames for a task arrive. */
@FunctionalInterface
public interface TaskEndpoint {
    /**
     * Takes a frame. Any thread may call, also one that is within a {@code send} of another task: so it only puts the frame
     * aside, schedules its task, and never throws.
     */
    void receive(ChannelId channel, Frame frame);
}
