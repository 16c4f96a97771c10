package io.kintsugi.coordinator.loss;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Which sequence numbers of a channel were told before, in ranges that do not overlap. Of too many ranges the oldest is forgotten,
 * and with it everything before it counts as told: numbers rise.
 */
final class KnownRanges {
    private static final Comparator<Range> BY_PLACE =
            Comparator.comparingInt(Range::epoch).thenComparingLong(Range::from).thenComparingLong(Range::to);

    private final int rangesMax;
    private final TreeSet<Range> ranges = new TreeSet<>(BY_PLACE);
    private Range floor = new Range(Integer.MIN_VALUE, 0, 0);

    /** Ranges of one kind on one channel. */
    record Key(ChannelId channel, LossKind kind) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byChannel = channel.compareTo(other.channel);
            return byChannel != 0 ? byChannel : kind.compareTo(other.kind);
        }
    }

    /** @param to inclusive; {@code from - 1} for a mark without length */
    private record Range(int epoch, long from, long to) {
        static Range of(LossRange range) {
            return new Range(range.epoch(), range.fromSeq(), range.toSeq());
        }
    }

    KnownRanges(int rangesMax) {
        this.rangesMax = rangesMax;
    }

    /** Returns the parts of a range that nobody has told yet. */
    List<LossRange> take(LossRange told) {
        List<LossRange> news = told.count() == 0 ? mark(told) : parts(told);
        news.forEach(piece -> ranges.add(Range.of(piece)));
        while (ranges.size() > rangesMax) {
            floor = ranges.pollFirst();
        }
        return news;
    }

    /** A place where something unknown is missing. */
    private List<LossRange> mark(LossRange told) {
        Range range = Range.of(told);
        return ranges.contains(range) || BY_PLACE.compare(range, floor) <= 0 ? List.of() : List.of(told);
    }

    private List<LossRange> parts(LossRange told) {
        List<LossRange> parts = new ArrayList<>();
        long from = told.epoch() == floor.epoch ? Math.max(told.fromSeq(), floor.to + 1) : told.fromSeq();
        if (told.epoch() < floor.epoch) {
            return parts;
        }
        for (Range range : ranges) {
            if (range.epoch == told.epoch() && range.to >= from && range.from <= told.toSeq()) {
                if (range.from > from) {
                    parts.add(part(told, from, range.from - 1));
                }
                from = range.to + 1;
            }
        }
        if (from <= told.toSeq()) {
            parts.add(part(told, from, told.toSeq()));
        }
        return parts;
    }

    /** Of a range of which only some are certain, those count as outside of the part as far as they have room there. */
    private static LossRange part(LossRange told, long from, long to) {
        long count = to - from + 1;
        long least = told.basis() == LossBasis.COUNTED ? count : Math.max(0, told.least() - (told.count() - count));
        return new LossRange(told.channel(), told.epoch(), from, to, told.kind(), told.basis(), least);
    }

    /** It may come again: its numbers are used once more. */
    void forget(LossRange range) {
        ranges.remove(Range.of(range));
    }
}
