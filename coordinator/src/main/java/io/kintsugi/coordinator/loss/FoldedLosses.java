package io.kintsugi.coordinator.loss;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.protocol.LossSum;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sum of lines that are not kept: of each channel what lies before the last of them counts as told. */
final class FoldedLosses {
    private final Map<ChannelId, Place> last = new TreeMap<>();
    /** Late records have no numbers, only a count on each basis. */
    private final Map<LossBasis, Map<ChannelId, Place>> late = new TreeMap<>();

    private final TreeMap<Long, LossTotals> byRecovery = new TreeMap<>();
    private LossTotals total = LossTotals.none();

    /** Where a channel stands behind which lines have been folded. */
    private record Place(int epoch, long seq) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparingInt(Place::epoch).thenComparingLong(Place::seq);

        static Place of(LossRange range) {
            return new Place(range.epoch(), range.toSeq());
        }

        static Place later(Place one, Place other) {
            return one.compareTo(other) >= 0 ? one : other;
        }

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    void add(LossRange range, long recovery) {
        LossTotals one = LossSum.of(List.of(range));
        total = total.plus(one);
        byRecovery.merge(recovery, one, LossTotals::plus);
        Map<ChannelId, Place> places = range.kind() == LossKind.LATE_AFTER_RECOVERY
                ? late.computeIfAbsent(range.basis(), basis -> new TreeMap<>())
                : last;
        places.merge(range.channel(), Place.of(range), Place::later);
    }

    /** Whether records that do have numbers are among those that were folded. */
    boolean covers(LossRange range) {
        Place place = last.get(range.channel());
        return place != null && Place.of(range).compareTo(place) <= 0;
    }

    /** How many late records of the same channel, numbering and basis were folded, all if of a later numbering any was. */
    long late(LossRange range) {
        Place place = late.getOrDefault(range.basis(), Map.of()).get(range.channel());
        if (place == null || place.epoch() < range.epoch()) {
            return 0;
        }
        return place.epoch() > range.epoch() ? range.toSeq() : place.seq();
    }

    LossTotals total() {
        return total;
    }

    LossTotals total(long recovery) {
        return byRecovery.getOrDefault(recovery, LossTotals.none());
    }

    void forgetBefore(long recovery) {
        byRecovery.headMap(recovery).clear();
    }
}
