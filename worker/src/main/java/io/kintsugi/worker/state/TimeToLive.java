package io.kintsugi.worker.state;

import io.kintsugi.core.function.TtlSpec;
import java.util.function.LongSupplier;

/**
 * When entries of a table expire.
 *
 * @param clock milliseconds since 1970
 */
record TimeToLive(TtlSpec spec, LongSupplier clock) {
    long now() {
        return clock.getAsLong();
    }

    /** What was used at that time or before has expired. */
    long latestExpired() {
        return now() - spec.ms();
    }
}
