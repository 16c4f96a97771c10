package io.kintsugi.coordinator.loss;

import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.recovery.LossBudget;
import java.util.Optional;
import java.util.stream.LongStream;

/** How much of a loss budget is used up within its window. Not for several threads. */
public final class BudgetUse {
    private static final long WORKS = -1;

    private final LossBudget budget;
    private final SlidingSum lost;
    private final SlidingSum taken;
    private final SlidingSum recoveries;
    private final SlidingSum unavailableMs;
    private long awaySinceMs = WORKS;

    public BudgetUse(LossBudget budget) {
        this.budget = budget;
        this.lost = new SlidingSum(budget.windowMs());
        this.taken = new SlidingSum(budget.windowMs());
        this.recoveries = new SlidingSum(budget.windowMs());
        this.unavailableMs = new SlidingSum(budget.windowMs());
    }

    /** @param records below 0 for those that were repaired */
    public void lost(long records, long atMs) {
        lost.add(records, atMs);
    }

    /** Tasks have taken so many records more. */
    public void taken(long records, long nowMs) {
        taken.add(records, nowMs);
    }

    public void recovers(long nowMs) {
        recoveries.add(1, nowMs);
    }

    /** Some task is away from now on. */
    public void away(long nowMs) {
        awaySinceMs = awaySinceMs == WORKS ? nowMs : awaySinceMs;
    }

    /** All tasks work from now on. */
    public void back(long nowMs) {
        if (awaySinceMs != WORKS) {
            unavailableMs.add(nowMs - awaySinceMs, nowMs);
            awaySinceMs = WORKS;
        }
    }

    /**
     * Why there is no room for one more recovery, in words; empty if there is.
     *
     * @param waits whether the task would wait for room, so that its being away must not count
     * @param own how many of the recoveries are that one
     */
    public Optional<String> excess(boolean waits, int own, long nowMs) {
        long records = lost.at(nowMs);
        long recovered = recoveries.at(nowMs) - own;
        long away = unavailableMs.at(nowMs) + (waits ? 0 : openMs(nowMs));
        if (records > budget.records()) {
            return Optional.of("%s lost, allowed are %d".formatted(Words.count(records, "record"), budget.records()));
        }
        if (fraction(nowMs) > budget.fraction()) {
            return Optional.of("%.3f %% of the records lost, allowed are %.3f %%"
                    .formatted(100 * fraction(nowMs), 100 * budget.fraction()));
        }
        if (recovered >= budget.recoveries()) {
            return Optional.of("%s and one more, allowed are %d"
                    .formatted(Words.count(recovered, "recovery"), budget.recoveries()));
        }
        return away > budget.unavailableMs()
                ? Optional.of("some task away for %d ms, allowed are %d".formatted(away, budget.unavailableMs()))
                : Optional.empty();
    }

    /** After how many ms there may be more room, from 1. */
    public long nextRoomMs(long nowMs) {
        return LongStream.of(lost.nextFallMs(nowMs), recoveries.nextFallMs(nowMs), unavailableMs.nextFallMs(nowMs))
                        .filter(atMs -> atMs > nowMs)
                        .min()
                        .orElse(nowMs + 1)
                - nowMs;
    }

    private long openMs(long nowMs) {
        return awaySinceMs == WORKS ? 0 : nowMs - awaySinceMs;
    }

    private double fraction(long nowMs) {
        long of = taken.at(nowMs);
        return of == 0 ? 0 : (double) lost.at(nowMs) / of;
    }

    public LossStatus.Budget status(long nowMs) {
        long records = lost.at(nowMs);
        long away = unavailableMs.at(nowMs) + openMs(nowMs);
        int recovered = (int) recoveries.at(nowMs);
        boolean exceeded = records > budget.records()
                || fraction(nowMs) > budget.fraction()
                || recovered > budget.recoveries()
                || away > budget.unavailableMs();
        return new LossStatus.Budget(records, fraction(nowMs), recovered, away, exceeded);
    }
}
