package io.kintsugi.core.protocol;

import io.kintsugi.core.recovery.LossBudget;
import java.util.List;

/**
 * The loss account of a job.
 *
 * @param total of all entries that were not repaired
 * @param balanced whether at each completed checkpoint every channel had as many records emitted as applied and lost
 * @param checkedChannels how many channels the last completed checkpoint compared
 * @param entries oldest first, a bounded number; the totals count also those that are gone
 */
public record LossStatus(
        LossTotals total, boolean balanced, int checkedChannels, Budget budget, List<LossEntry> entries) {
    public LossStatus {
        entries = List.copyOf(entries);
    }

    /** Where nothing is known. */
    public static LossStatus none() {
        return new LossStatus(LossTotals.none(), true, 0, new Budget(0, 0, 0, 0, false), List.of());
    }

    /**
     * How much of the loss budget is used up within its window.
     *
     * @param fraction of the records that tasks have taken; 0 while they have taken none
     */
    public record Budget(long lost, double fraction, int recoveries, long unavailableMs, boolean exceeded) {
        /** How much of what is allowed is used up, 1 being all; 0 without a limit. */
        public double shareOf(LossBudget allowed) {
            return allowed.share(lost, fraction, recoveries, unavailableMs);
        }
    }
}
