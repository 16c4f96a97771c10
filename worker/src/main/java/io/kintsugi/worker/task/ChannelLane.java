package io.kintsugi.worker.task;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.worker.channel.OutputChannel;
import io.kintsugi.worker.operator.Lane;

/** A router's lane over an output channel. */
record ChannelLane(OutputChannel channel) implements Lane {
    @Override
    public boolean writable() {
        return channel.writable();
    }

    @Override
    public boolean reroutes() {
        return channel.reroutes();
    }

    @Override
    public void write(Batch batch) {
        channel.write(batch);
    }

    @Override
    public void write(ControlElement element) {
        channel.write(element);
    }
}
