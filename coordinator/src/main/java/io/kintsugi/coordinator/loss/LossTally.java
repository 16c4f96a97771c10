package io.kintsugi.coordinator.loss;

import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import java.util.EnumMap;
import java.util.Map;

/** A sum of ranges. */
final class LossTally {
    private final Map<LossKind, Long> counts = new EnumMap<>(LossKind.class);
    private long least;
    private LossBasis basis = LossBasis.COUNTED;

    void add(LossRange range) {
        counts.merge(range.kind(), range.count(), Long::sum);
        least += range.kind().isLost() ? range.least() : 0;
        basis = basis.and(range.basis());
    }

    void add(LossTally other) {
        other.counts.forEach((kind, count) -> counts.merge(kind, count, Long::sum));
        least += other.least;
        basis = basis.and(other.basis);
    }

    LossTotals totals() {
        return new LossTotals(
                count(LossKind.LOST_STATE),
                count(LossKind.DISCARDED),
                count(LossKind.DUPLICATES),
                count(LossKind.ORPHANS),
                count(LossKind.LATE_AFTER_RECOVERY),
                least,
                basis);
    }

    private long count(LossKind kind) {
        return counts.getOrDefault(kind, 0L);
    }
}
