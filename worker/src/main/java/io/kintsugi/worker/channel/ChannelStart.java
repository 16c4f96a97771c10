package io.kintsugi.worker.channel;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.ChannelPosition;
import org.jspecify.annotations.Nullable;

/**
 * What a new attempt knows of the numbering of a channel, and so where it goes on.
 *
 * @param position how far the state that it begins with had come; null where nobody knows
 * @param exact whether all behind it is lost to that state; else it may have had its effect before the failure
 * @param alone whether the other end lives on: what lies between the two ends is then a loss, else both went back together
 * @param atLeast whether an earlier attempt may have come further than the position
 */
public record ChannelStart(@Nullable ChannelPosition position, boolean exact, boolean alone, boolean atLeast) {
    /** The numbering of an attempt that has a beginning of its own: the first one. */
    private static final int FIRST_EPOCH = 1;

    /** For an attempt that knows how far the one before had come. */
    public ChannelStart(@Nullable ChannelPosition position, boolean exact, boolean alone) {
        this(position, exact, alone, false);
    }

    /** For an attempt whose neighbours live on, and of which only a {@link Mark} is known, or nothing. */
    public static ChannelStart marked(@Nullable ChannelPosition position) {
        return new ChannelStart(position, false, true, true);
    }

    /** For an attempt that begins together with all others. */
    public static ChannelStart fresh() {
        return new ChannelStart(null, true, false);
    }

    /** For a consumer whose state is empty: it has taken nothing. */
    public static ChannelStart nothingTaken(ChannelId channel, boolean alone) {
        return new ChannelStart(new ChannelPosition(channel, 0, 0), true, alone);
    }

    /** For a producer whose state is empty: it has emitted nothing. */
    public static ChannelStart nothingEmitted(ChannelId channel, boolean alone) {
        return new ChannelStart(new ChannelPosition(channel, FIRST_EPOCH, 0), true, alone);
    }

    /** For a consumer: the numbering that it has read, 0 for none. */
    int epoch() {
        return position == null ? 0 : position.epoch();
    }

    /** The last record that belongs to the state. */
    long seq() {
        return position == null ? 0 : position.seq();
    }

    /** The numbering of a producer that begins here. */
    int epochOf(int attempt, boolean deterministic) {
        if (!deterministic) {
            return attempt;
        }
        return position == null ? FIRST_EPOCH : position.epoch();
    }
}
