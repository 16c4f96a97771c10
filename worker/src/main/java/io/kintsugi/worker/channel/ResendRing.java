package io.kintsugi.worker.channel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The frames that a producer has sent and its consumer has not acknowledged: consecutive numbers, bounded. */
final class ResendRing {
    private final Frame.@Nullable Sequenced[] slots;
    private long first = 1;
    private long last;
    private long bytes;

    ResendRing(int capacity) {
        slots = new Frame.Sequenced[capacity];
    }

    void add(Frame.Sequenced frame) {
        if (frame.frame() != last + 1 || size() == slots.length) {
            throw new IllegalStateException("channel %s: frame %d cannot follow frames %d to %d in a ring of %d"
                    .formatted(frame.channel(), frame.frame(), first, last, slots.length));
        }
        last = frame.frame();
        slots[slot(last)] = frame;
        bytes += frame.bytes();
    }

    /** Forgets all frames up to {@code acked}, which is at most {@link #last}. */
    void dropThrough(long acked) {
        for (; first <= acked; first++) {
            Frame.Sequenced gone = slots[slot(first)];
            bytes -= gone == null ? 0 : gone.bytes();
            slots[slot(first)] = null;
        }
    }

    /** Gives the frames from {@code start} on, in order, to {@code action}. */
    void forEachFrom(long start, Consumer<Frame.Sequenced> action) {
        for (long at = Math.max(start, first); at <= last; at++) {
            Frame.Sequenced frame = slots[slot(at)];
            if (frame != null) {
                action.accept(frame);
            }
        }
    }

    /** The frame with the lowest number, or null if there is none. */
    Frame.@Nullable Sequenced oldest() {
        return isEmpty() ? null : slots[slot(first)];
    }

    boolean isEmpty() {
        return last < first;
    }

    int size() {
        return (int) (last - first + 1);
    }

    /** Encoded bytes of all frames together. */
    long bytes() {
        return bytes;
    }

    private int slot(long frame) {
        return (int) (frame % slots.length);
    }
}
