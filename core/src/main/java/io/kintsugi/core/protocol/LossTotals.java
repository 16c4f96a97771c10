package io.kintsugi.core.protocol;

import io.kintsugi.core.snapshot.LossBasis;

/**
 * Records by what became of them, see {@link io.kintsugi.core.snapshot.LossKind}.
 *
 * @param least how many were lost or discarded at least; {@code lostState + discarded} where all were counted
 * @param basis of the least certain of these figures
 */
public record LossTotals(
        long lostState,
        long discarded,
        long duplicates,
        long orphans,
        long lateAfterRecovery,
        long least,
        LossBasis basis) {
    public static LossTotals none() {
        return new LossTotals(0, 0, 0, 0, 0, 0, LossBasis.COUNTED);
    }

    /** The same, of which only so many are certain. */
    public LossTotals atLeast(long certain) {
        return new LossTotals(
                lostState, discarded, duplicates, orphans, lateAfterRecovery, certain, LossBasis.BOUNDED.and(basis));
    }

    /** The sum of both. */
    public LossTotals plus(LossTotals other) {
        return new LossTotals(
                lostState + other.lostState,
                discarded + other.discarded,
                duplicates + other.duplicates,
                orphans + other.orphans,
                lateAfterRecovery + other.lateAfterRecovery,
                least + other.least,
                basis.and(other.basis));
    }

    /** What this one has more than a part of it; nothing where it has less, since a later loss may make an earlier one void. */
    public LossTotals minus(LossTotals part) {
        return new LossTotals(
                Math.max(0, lostState - part.lostState),
                Math.max(0, discarded - part.discarded),
                Math.max(0, duplicates - part.duplicates),
                Math.max(0, orphans - part.orphans),
                Math.max(0, lateAfterRecovery - part.lateAfterRecovery),
                Math.max(0, least - part.least),
                basis);
    }

    /** Records that have no effect any more, at most. */
    public long lost() {
        return lostState + discarded;
    }
}
