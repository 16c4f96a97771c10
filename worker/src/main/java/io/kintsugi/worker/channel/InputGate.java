package io.kintsugi.worker.channel;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Element;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the inputs of a task so that each that always has something gives as many records as any other, however many of
 * them its frames hold. Belongs to the task's thread.
 *
 * <p>Algorithm: start-time fair queuing, Goyal et al. 1996, with records as the cost; a control element counts as one.
 */
public final class InputGate {
    private final InputChannel[] channels;
    private final Blocking blocking;
    /** By channel: where on the common scale of records it stands. */
    private final long[] given;
    /** Where the last one stood that was read: who had nothing meanwhile is owed nothing. */
    private long floor;

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
        given = new long[this.channels.length];
    }

    /**
     * The next element of the channel that has given the fewest records, or null while none has one that may be read. Of
     * several it is the first after {@link #lastChannel()}.
     */
    public @Nullable Element poll() {
        int next = next();
        if (next < 0) {
            return null;
        }
        last = next;
        floor = Math.max(given[next], floor);
        Element element = channels[next].poll();
        given[next] = floor + (element instanceof Batch batch ? batch.count() : 1);
        return element;
    }

    private int next() {
        int count = channels.length;
        int best = -1;
        long fewest = Long.MAX_VALUE;
        int at = last;
        for (int tried = 0; tried < count; tried++) {
            at = at + 1 == count ? 0 : at + 1;
            long stands = Math.max(given[at], floor);
            if (stands < fewest && !channels[at].isEmpty() && !blocking.blocked(at)) {
                fewest = stands;
                best = at;
            }
        }
        return best;
    }

    /** Index of the channel that gave the last element, in the order of the constructor; -1 before the first. */
    public int lastChannel() {
        return last;
    }

    /** What a consumer knows of the producer of a channel. */
    public enum Presence {
        /** It is there. */
        THERE,
        /** It is asked for and has not answered yet. */
        AWAITED,
        /** It is gone, and nobody has taken its place. */
        AWAY
    }

    /** Told an index, in the order of the constructor, and whether the producer of that channel is there. */
    public interface ConnectionVisitor {
        void visit(int channel, Presence presence);
    }

    public void forEachConnection(ConnectionVisitor visitor) {
        for (int i = 0; i < channels.length; i++) {
            visitor.visit(i, presence(channels[i]));
        }
    }

    private static Presence presence(InputChannel channel) {
        if (channel.connected()) {
            return Presence.THERE;
        }
        return channel.away() ? Presence.AWAY : Presence.AWAITED;
    }

    /** Whether all is taken that waited for this task when it met its producers. */
    public boolean allCaughtUp() {
        for (InputChannel channel : channels) {
            if (!channel.caughtUp()) {
                return false;
            }
        }
        return true;
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
