package io.kintsugi.core.snapshot;

import io.kintsugi.core.model.ChannelId;

/**
 * Records of a channel that did not count exactly once. A union of ranges is the same however often they are told, where
 * a counter would count them twice.
 *
 * @param epoch the producer's numbering in which it was found; a later one may have made some of it void, see {@code LossSum}
 * @param fromSeq first sequence number, inclusive
 * @param toSeq last sequence number, inclusive; {@code fromSeq - 1} for none, where the basis is unknown
 * @param least how many of them it was at least: all where they were counted
 */
public record LossRange(
        ChannelId channel, int epoch, long fromSeq, long toSeq, LossKind kind, LossBasis basis, long least) {
    public LossRange {
        if (toSeq < fromSeq - 1 || least < 0 || least > toSeq - fromSeq + 1) {
            throw new IllegalArgumentException("channel %s: no loss range from %d to %d with at least %d"
                    .formatted(channel, fromSeq, toSeq, least));
        }
    }

    public static LossRange counted(ChannelId channel, int epoch, long fromSeq, long toSeq, LossKind kind) {
        return new LossRange(channel, epoch, fromSeq, toSeq, kind, LossBasis.COUNTED, toSeq - fromSeq + 1);
    }

    /** At least {@code least} of these. */
    public static LossRange bounded(ChannelId channel, int epoch, long fromSeq, long toSeq, LossKind kind, long least) {
        return new LossRange(channel, epoch, fromSeq, toSeq, kind, LossBasis.BOUNDED, least);
    }

    /** Something before {@code seq} may be lost. */
    public static LossRange unknown(ChannelId channel, int epoch, long seq) {
        return new LossRange(channel, epoch, seq, seq - 1, LossKind.LOST_STATE, LossBasis.UNKNOWN, 0);
    }

    /** The same records as another kind. */
    public LossRange as(LossKind other) {
        return new LossRange(channel, epoch, fromSeq, toSeq, other, basis, least);
    }

    /** Whether another tells at least the same records, found in the same numbering and as the same kind. */
    public boolean isPartOf(LossRange other) {
        return channel.equals(other.channel)
                && epoch == other.epoch
                && kind == other.kind
                && fromSeq >= other.fromSeq
                && toSeq <= other.toSeq;
    }

    /** Number of records, at most. */
    public long count() {
        return toSeq - fromSeq + 1;
    }
}
