package io.kintsugi.core.recovery;

import java.time.Duration;

/**
 * How much recoveries that restart single tasks may cost a job within a window of time. Whichever limit is reached first
 * counts; a limit of {@code Long.MAX_VALUE}, {@code Integer.MAX_VALUE} or 1 (fraction) is none.
 *
 * @param records lost and discarded, at most
 * @param fraction of the records that its tasks have taken, at most, from 0 to 1
 * @param recoveries at most
 * @param unavailableMs for which some task was away, at most
 * @param windowMs at least 1
 */
public record LossBudget(
        long records, double fraction, int recoveries, long unavailableMs, long windowMs, OnExcess onExcess) {
    private static final double FRACTION = 0.005;
    private static final long WINDOW_MS = 600_000;

    /** What happens at the failure after which more than the budget is used up. */
    public enum OnExcess {
        /** A warning, and the strategy goes on as it is. */
        WARN,
        /** The failed task waits until the window has room again. */
        PAUSE,
        /** The next wider strategy is used: task, downstream, region, and then the job fails. */
        ESCALATE
    }

    public LossBudget {
        require(records >= 0, "records", "0 or more", records);
        require(fraction >= 0 && fraction <= 1, "fraction", "from 0 to 1", fraction);
        require(recoveries >= 0, "recoveries", "0 or more", recoveries);
        require(unavailableMs >= 0, "unavailable time in ms", "0 or more", unavailableMs);
        require(windowMs >= 1, "window in ms", "1 or more", windowMs);
    }

    private static void require(boolean met, String what, String expected, Object found) {
        if (!met) {
            throw new IllegalArgumentException(
                    "loss budget: %s of %s expected, found %s".formatted(what, expected, found));
        }
    }

    /** Half a percent of the records within 10 min, then escalates; no other limit. */
    public static LossBudget standard() {
        return unlimited().fraction(FRACTION);
    }

    /** No limit at all. */
    public static LossBudget unlimited() {
        return new LossBudget(Long.MAX_VALUE, 1, Integer.MAX_VALUE, Long.MAX_VALUE, WINDOW_MS, OnExcess.ESCALATE);
    }

    /** The largest share that any limit is used up by: 1 is all of it, and 0 without a limit. */
    public double share(long lost, double ofRecords, int recovered, long unavailable) {
        double share = records == Long.MAX_VALUE ? 0 : share((double) lost, (double) records);
        share = Math.max(share, fraction == 1 ? 0 : share(ofRecords, fraction));
        share = Math.max(share, recoveries == Integer.MAX_VALUE ? 0 : share(recovered, recoveries));
        return Math.max(
                share, unavailableMs == Long.MAX_VALUE ? 0 : share((double) unavailable, (double) unavailableMs));
    }

    /** A limit of 0 is used up more than wholly by anything. */
    private static double share(double used, double limit) {
        return used == 0 ? 0 : used / limit;
    }

    public LossBudget records(long max) {
        return new LossBudget(max, fraction, recoveries, unavailableMs, windowMs, onExcess);
    }

    public LossBudget fraction(double max) {
        return new LossBudget(records, max, recoveries, unavailableMs, windowMs, onExcess);
    }

    public LossBudget recoveries(int max) {
        return new LossBudget(records, fraction, max, unavailableMs, windowMs, onExcess);
    }

    public LossBudget unavailable(Duration max) {
        return new LossBudget(records, fraction, recoveries, max.toMillis(), windowMs, onExcess);
    }

    public LossBudget window(Duration window) {
        return new LossBudget(records, fraction, recoveries, unavailableMs, window.toMillis(), onExcess);
    }

    public LossBudget onExcess(OnExcess action) {
        return new LossBudget(records, fraction, recoveries, unavailableMs, windowMs, action);
    }
}
