package io.kintsugi.worker.operator;

import java.util.concurrent.TimeUnit;

/** The time of day as a task knows it: told by whoever steps the task. Used by the task's thread only. */
public final class WallClock {
    private long nowNs;
    private long epochMinusNowNs;

    /** Says what time of day it is at {@code atNs} of the monotonic clock. */
    public void set(long atNs, long epochMs) {
        epochMinusNowNs = TimeUnit.MILLISECONDS.toNanos(epochMs) - atNs;
        nowNs = atNs;
    }

    /** Moves on with the monotonic clock. */
    public void advance(long toNs) {
        nowNs = toNs;
    }

    /** Milliseconds since 1970. */
    public long epochMs() {
        return TimeUnit.NANOSECONDS.toMillis(nowNs + epochMinusNowNs);
    }
}
