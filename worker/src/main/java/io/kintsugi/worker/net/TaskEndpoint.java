package io.kintsugi.worker.net;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.worker.channel.Frame;

/** Where the frames for a task arrive. */
@FunctionalInterface
public interface TaskEndpoint {
    /**
     * Takes a frame. Called on the context on which the endpoint was opened, possibly from within a {@code send} of
     * another task of the same event loop: so it only puts the frame aside, schedules its task, and never throws.
     */
    void receive(ChannelId channel, Frame frame);
}
