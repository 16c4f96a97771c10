package io.kintsugi.core.protocol;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.RangeSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up ranges of the loss account, in whatever order and however often they were told.
 *
 * <p>A range says in which numbering it was found. When a producer goes back, in a later numbering, it emits again what
 * lies behind: what of it had been lost is not lost any more, and what had been taken is an orphan. So the numberings of
 * a channel are gone through in their order.
 */
public final class LossSum {
    private final RangeSet lost = new RangeSet();
    private final RangeSet discarded = new RangeSet();
    private long orphans;
    private long duplicates;
    private long late;
    private final List<LossRange> boundedRanges = new ArrayList<>();
    private final RangeSet bounded = new RangeSet();
    private LossBasis basis = LossBasis.COUNTED;

    private LossSum() {}

    /** The totals of ranges of any channels. */
    public static LossTotals of(Collection<LossRange> ranges) {
        Map<ChannelId, List<LossRange>> byChannel = new TreeMap<>();
        ranges.forEach(range -> byChannel
                .computeIfAbsent(range.channel(), id -> new ArrayList<>())
                .add(range));
        LossTotals total = LossTotals.none();
        for (List<LossRange> ofChannel : byChannel.values()) {
            total = total.plus(ofChannel(ofChannel));
        }
        return total;
    }

    private static LossTotals ofChannel(List<LossRange> ranges) {
        Map<Integer, List<LossRange>> byEpoch = new TreeMap<>();
        ranges.forEach(range -> byEpoch.computeIfAbsent(range.epoch(), epoch -> new ArrayList<>())
                .add(range));
        LossSum sum = new LossSum();
        byEpoch.values().forEach(sum::addEpoch);
        return sum.totals();
    }

    private void addEpoch(List<LossRange> ranges) {
        orphans += rolledBack(ranges, LossKind.ORPHANS);
        duplicates += rolledBack(ranges, LossKind.DUPLICATES);
        ranges.forEach(this::addLost);
        ranges.forEach(range -> basis = basis.and(range.basis()));
        late += late(ranges, LossBasis.COUNTED) + late(ranges, LossBasis.BOUNDED);
    }

    /** Their numbers are those of a count, not of records. */
    private static long late(List<LossRange> ranges, LossBasis basis) {
        RangeSet counted = new RangeSet();
        ranges.stream()
                .filter(range -> range.kind() == LossKind.LATE_AFTER_RECOVERY && range.basis() == basis)
                .forEach(range -> counted.add(range.fromSeq(), range.toSeq()));
        return counted.size();
    }

    /** How many that had been taken are emitted anew, at most; what had been lost of them is not lost any more. */
    private long rolledBack(List<LossRange> ranges, LossKind kind) {
        RangeSet seen = new RangeSet();
        long notTaken = 0;
        for (LossRange range : ranges) {
            if (range.kind() == kind) {
                seen.add(range.fromSeq(), range.toSeq());
                RangeSet noLonger = lost.cut(range.fromSeq(), range.toSeq());
                discarded.cut(range.fromSeq(), range.toSeq()).forEach(noLonger::add);
                if (range.basis() == LossBasis.COUNTED) {
                    notTaken += noLonger.size();
                } else {
                    noLonger.forEach(bounded::add); // Perhaps lost still.
                }
            }
        }
        return seen.size() - notTaken;
    }

    private void addLost(LossRange range) {
        if (range.kind() == LossKind.DISCARDED) {
            discarded.add(range.fromSeq(), range.toSeq());
        } else if (range.kind() == LossKind.LOST_STATE && range.basis() == LossBasis.COUNTED) {
            lost.add(range.fromSeq(), range.toSeq());
        } else if (range.kind() == LossKind.LOST_STATE) {
            bounded.add(range.fromSeq(), range.toSeq());
            boundedRanges.add(range);
        }
    }

    /** What must be lost of bounded ranges beside what is counted; overlapping ones may mean the same records. */
    private long leastOfBounded() {
        RangeSet counted = new RangeSet();
        lost.forEach(counted::add);
        discarded.forEach(counted::add);
        long least = 0;
        for (LossRange range : boundedRanges) {
            least += Math.max(0, range.least() - counted.overlap(range.fromSeq(), range.toSeq()));
            counted.add(range.fromSeq(), range.toSeq());
        }
        return least;
    }

    private LossTotals totals() {
        RangeSet most = new RangeSet();
        lost.forEach(most::add);
        bounded.forEach(most::add);
        discarded.forEach(most::cut);
        discarded.forEach(lost::cut);
        long least = lost.size() + discarded.size() + leastOfBounded();
        return new LossTotals(most.size(), discarded.size(), duplicates, orphans, late, least, basis);
    }
}
