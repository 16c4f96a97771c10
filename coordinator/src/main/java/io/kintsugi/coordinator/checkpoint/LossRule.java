package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.recovery.CheckpointsWithLoss;

/** What a loss means for the checkpoints after it. */
final class LossRule {
    private final CheckpointsWithLoss rule;
    private long lost;
    private long lostBefore;
    private boolean open;
    private boolean told;

    LossRule(CheckpointsWithLoss rule) {
        this.rule = rule;
    }

    /**
     * Takes note of a loss, or of its repair.
     *
     * @param records lost by now, at most
     * @param isOpen whether a restart of the region would repair some of it
     */
    void take(long records, boolean isOpen) {
        lost = records;
        open = isOpen;
        told &= isOpen;
    }

    /** Whether there is to be no checkpoint now. */
    boolean forbids() {
        return rule == CheckpointsWithLoss.FORBID && open;
    }

    /** True for the first time since the loss. */
    boolean isNews() {
        boolean first = !told;
        told = true;
        return first;
    }

    /** A checkpoint is complete; returns how many records were lost since the one before, if the job wants to know. */
    long completed() {
        long since = Math.max(0, lost - lostBefore);
        lostBefore = lost;
        return rule == CheckpointsWithLoss.MARK ? since : 0;
    }
}
