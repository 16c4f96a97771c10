package io.kintsugi.core.recovery;

import java.time.Duration;

/**
 * How often a job stores its state, and for how long it waits for that.
 *
 * @param intervalMs from the trigger of one checkpoint to the next, from {@link #INTERVAL_MS_MIN}
 * @param timeoutMs a checkpoint that is not acknowledged by then is discarded
 * @param minPauseMs from the end of one checkpoint to the trigger of the next, at least
 * @param successiveTimeoutsMax the job fails when more than this many checkpoints in a row time out or cannot be stored
 * @param backupIntervalMs a task also stores a version this long after its last one, without a barrier; 0 for never. Not
 *     a sink with two phases, which would have to prepare a part each time
 */
public record Checkpointing(
        long intervalMs,
        long timeoutMs,
        long minPauseMs,
        int successiveTimeoutsMax,
        AlignmentMode mode,
        long backupIntervalMs) {
    public static final long INTERVAL_MS_MIN = 10;

    private static final long TIMEOUT_MS = 600_000;
    private static final int SUCCESSIVE_TIMEOUTS_MAX = 3;

    public Checkpointing {
        require(intervalMs >= INTERVAL_MS_MIN, "interval", INTERVAL_MS_MIN, intervalMs);
        require(timeoutMs >= 1, "timeout", 1, timeoutMs);
        require(minPauseMs >= 0, "minPause", 0, minPauseMs);
        require(backupIntervalMs >= 0, "backupInterval", 0, backupIntervalMs);
        if (successiveTimeoutsMax < 0) {
            throw new IllegalArgumentException(
                    "checkpointing: successiveTimeoutsMax of at least 0 expected, found " + successiveTimeoutsMax);
        }
    }

    private static void require(boolean met, String what, long least, long found) {
        if (!met) {
            throw new IllegalArgumentException(
                    "checkpointing: %s of at least %d ms expected, found %d ms".formatted(what, least, found));
        }
    }

    /** Exactly-once, a timeout of 10 min, no pause, at most 3 successive timeouts, no backups in between. */
    public static Checkpointing every(Duration interval) {
        return new Checkpointing(
                interval.toMillis(), TIMEOUT_MS, 0, SUCCESSIVE_TIMEOUTS_MAX, AlignmentMode.EXACTLY_ONCE, 0);
    }

    public Checkpointing timeout(Duration timeout) {
        return new Checkpointing(
                intervalMs, timeout.toMillis(), minPauseMs, successiveTimeoutsMax, mode, backupIntervalMs);
    }

    public Checkpointing minPause(Duration pause) {
        return new Checkpointing(
                intervalMs, timeoutMs, pause.toMillis(), successiveTimeoutsMax, mode, backupIntervalMs);
    }

    public Checkpointing maxSuccessiveTimeouts(int max) {
        return new Checkpointing(intervalMs, timeoutMs, minPauseMs, max, mode, backupIntervalMs);
    }

    /** Barriers do not wait for each other: lower latency, and records may count twice after a failure. */
    public Checkpointing atLeastOnce() {
        return new Checkpointing(
                intervalMs,
                timeoutMs,
                minPauseMs,
                successiveTimeoutsMax,
                AlignmentMode.AT_LEAST_ONCE,
                backupIntervalMs);
    }

    /** Also stores versions between barriers, for recoveries that restart single tasks. */
    public Checkpointing backupInterval(Duration interval) {
        return new Checkpointing(intervalMs, timeoutMs, minPauseMs, successiveTimeoutsMax, mode, interval.toMillis());
    }
}
