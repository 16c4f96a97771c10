package io.kintsugi.worker.task;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.worker.channel.OutputChannel;
import io.kintsugi.worker.operator.Lane;
import org.jspecify.annotations.Nullable;

/** A router's lane over an output channel, which it gets when its chain becomes that of a task. */
final class ChannelLane implements Lane {
    private @Nullable OutputChannel channel;

    void bind(OutputChannel to) {
        channel = to;
    }

    ChannelId id() {
        return channel().id();
    }

    private OutputChannel channel() {
        OutputChannel bound = channel;
        if (bound == null) {
            throw new IllegalStateException("a chain that stands by has no channels");
        }
        return bound;
    }

    @Override
    public boolean writable() {
        return channel().writable();
    }

    @Override
    public boolean reroutes() {
        return channel().reroutes();
    }

    @Override
    public void write(Batch batch) {
        channel().write(batch);
    }

    @Override
    public void write(ControlElement element) {
        channel().write(element);
    }
}
