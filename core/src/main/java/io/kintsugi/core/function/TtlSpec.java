package io.kintsugi.core.function;

import java.time.Duration;

/**
 * How long state is kept, by the clock of the machine. Expired state is never given out; it is removed little by little, so
 * its memory comes back some time later. The time goes on while a job is down.
 *
 * @param ms at least 1
 * @param onRead whether reading keeps it alive too
 */
public record TtlSpec(long ms, boolean onRead) {
    public TtlSpec {
        if (ms < 1) {
            throw new IllegalArgumentException("time to live: at least 1 ms expected, found " + ms + " ms");
        }
    }

    /** So long after it was written last. */
    public static TtlSpec afterWrite(Duration time) {
        return new TtlSpec(time.toMillis(), false);
    }

    /** So long after it was read or written last. */
    public static TtlSpec afterReadOrWrite(Duration time) {
        return new TtlSpec(time.toMillis(), true);
    }
}
