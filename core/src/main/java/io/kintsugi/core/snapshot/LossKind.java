package io.kintsugi.core.snapshot;

/** In which way records of a channel did not count exactly once after a recovery. */
public enum LossKind {
    /** Taken by an earlier attempt of the consumer only, whose state is gone, or emitted and never delivered: they are lost. */
    LOST_STATE,
    /** Thrown away by the producer while its consumer was away: they are lost. */
    DISCARDED,
    /**
     * Emitted once more by a source that cannot tell which, or taken once more by a task that died without a word: they may count
     * twice.
     */
    DUPLICATES,
    /** Passed on by an attempt whose state was rolled back behind them: consumers know them, their producer does not. */
    ORPHANS,
    /** Came behind the watermark since their producer had been away. */
    LATE_AFTER_RECOVERY;

    /** Whether records of this kind have no effect on the state of the job any more. */
    public boolean isLost() {
        return this == LOST_STATE || this == DISCARDED;
    }
}
