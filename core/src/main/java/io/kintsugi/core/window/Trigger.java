package io.kintsugi.core.window;

import java.time.Duration;

/**
 * When a window speaks before its end.
 *
 * @param records after each so many records of a key, 0 = not by number
 * @param intervalMs at each multiple of so long by the clock, if something was added since; 0 = not by the clock
 * @param purging a global window forgets what it has told; without effect on others
 */
public record Trigger(long records, long intervalMs, boolean purging) {
    public Trigger {
        if (records < 0 || intervalMs < 0 || (records == 0) == (intervalMs == 0)) {
            throw new IllegalArgumentException(
                    "trigger: expected a number of records or an interval in ms, above 0; found %d records and %d ms"
                            .formatted(records, intervalMs));
        }
    }

    /** After each so many records of a key; at least 1. */
    public static Trigger everyRecords(long records) {
        return new Trigger(records, 0, false);
    }

    /** So often by the clock, for a window that has changed; at least 1 ms. */
    public static Trigger every(Duration interval) {
        return new Trigger(0, interval.toMillis(), false);
    }

    /** The window is empty again after it has spoken. */
    public Trigger purge() {
        return new Trigger(records, intervalMs, true);
    }
}
