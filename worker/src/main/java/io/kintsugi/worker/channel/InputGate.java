package io.kintsugi.worker.channel;

import io.kintsugi.core.element.Element;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the inputs of a task in turn, so that none of them starves. Belongs to the task's thread. */
public final class InputGate {
    private final InputChannel[] channels;
    private final Blocking blocking;
    private int last = -1;

    /** Says, by the order of the constructor, which channels are to wait. */
    public interface Blocking {
        boolean blocked(int channel);
    }

    /** A gate that never lets a channel wait. */
    public InputGate(List<InputChannel> channels) {
        this(channels, channel -> false);
    }

    /** @param blocking asked before each look at a channel; what a blocked one holds stays within its window */
    public InputGate(List<InputChannel> channels, Blocking blocking) {
        this.channels = channels.toArray(InputChannel[]::new);
        this.blocking = blocking;
    }

    /** The next element of the first channel after {@link #lastChannel()} that has one and may be read, or null. */
    public @Nullable Element poll() {
        int count = channels.length;
        int at = last;
        for (int tried = 0; tried < count; tried++) {
            at = at + 1 == count ? 0 : at + 1;
            Element element = blocking.blocked(at) ? null : channels[at].poll();
            if (element != null) {
                last = at;
                return element;
            }
        }
        return null;
    }

    /** Index of the channel that gave the last element, in the order of the constructor; -1 before the first. */
    public int lastChannel() {
        return last;
    }

    /** Told an index, in the order of the constructor, and whether that channel has found its producer. */
    public interface ConnectionVisitor {
        void visit(int channel, boolean connected);
    }

    public void forEachConnection(ConnectionVisitor visitor) {
        for (int i = 0; i < channels.length; i++) {
            visitor.visit(i, channels[i].connected());
        }
    }

    public boolean allConnected() {
        for (InputChannel channel : channels) {
            if (!channel.connected()) {
                return false;
            }
        }
        return true;
    }

    public boolean allEnded() {
        for (InputChannel channel : channels) {
            if (!channel.ended()) {
                return false;
            }
        }
        return true;
    }

    public void tick(long nowNs) {
        for (InputChannel channel : channels) {
            channel.tick(nowNs);
        }
    }
}
