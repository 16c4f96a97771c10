package io.kintsugi.worker.channel;

import org.jspecify.annotations.Nullable;

/** The frames that a producer has numbered and its consumer has not acknowledged: consecutive numbers. Its owner bounds it. */
final class ResendRing {
    private Frame.@Nullable Sequenced[] slots;
    private long first = 1;
    private long last;
    private long bytes;
    private long weight;

    /** @param expected frames that are kept as a rule; it grows for more */
    ResendRing(int expected) {
        slots = new Frame.Sequenced[expected];
    }

    void add(Frame.Sequenced frame) {
        if (frame.frame() != last + 1) {
            throw new IllegalStateException("channel %s: frame %d cannot follow frames %d to %d"
                    .formatted(frame.channel(), frame.frame(), first, last));
        }
        if (size() == slots.length) {
            grow();
        }
        last = frame.frame();
        slots[slot(last)] = frame;
        bytes += frame.bytes();
        weight += frame.weight();
    }

    private void grow() {
        Frame.@Nullable Sequenced[] before = slots;
        slots = new Frame.Sequenced[before.length * 2];
        for (long frame = first; frame <= last; frame++) {
            slots[slot(frame)] = before[(int) (frame % before.length)];
        }
    }

    /** Takes back the last frame for another of the same number and size. */
    void replaceLast(Frame.Sequenced frame) {
        slots[slot(last)] = frame;
    }

    /** Forgets all frames up to {@code acked}, which is at most the last. */
    void dropThrough(long acked) {
        for (; first <= acked; first++) {
            Frame.Sequenced gone = slots[slot(first)];
            bytes -= gone == null ? 0 : gone.bytes();
            weight -= gone == null ? 0 : gone.weight();
            slots[slot(first)] = null;
        }
    }

    /** A frame that is kept; throws {@link IllegalStateException} for any other. */
    Frame.Sequenced get(long frame) {
        Frame.Sequenced kept = frame < first || frame > last ? null : slots[slot(frame)];
        if (kept == null) {
            throw new IllegalStateException("frame %d is not kept, only %d to %d".formatted(frame, first, last));
        }
        return kept;
    }

    /** The frame with the lowest number, or null if there is none. */
    Frame.@Nullable Sequenced oldest() {
        return isEmpty() ? null : slots[slot(first)];
    }

    /** The frame with the highest number, or null if there is none. */
    Frame.@Nullable Sequenced newest() {
        return isEmpty() ? null : slots[slot(last)];
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

    /** What they count for in the buffer for an absent consumer. */
    long weight() {
        return weight;
    }

    private int slot(long frame) {
        return (int) (frame % slots.length);
    }
}
