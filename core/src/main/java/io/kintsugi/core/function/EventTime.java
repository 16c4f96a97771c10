package io.kintsugi.core.function;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a source gives event time: which timestamp a record has, and how far time has come. Immutable; each method returns
 * a changed copy.
 *
 * @param timestamps null where the source gives its records timestamps itself
 * @param generators makes one for each subtask
 * @param idleTimeoutMs after so long without a record the subtask holds nobody's time back; 0 = never idle
 * @param maxFutureSkewMs a record further ahead of the clock keeps its timestamp and moves no watermark;
 *     {@link #ANY_FUTURE} = no guard
 */
public record EventTime<T>(
        @Nullable TimestampFunction<T> timestamps,
        FunctionSupplier<? extends WatermarkGenerator<T>> generators,
        long idleTimeoutMs,
        long maxFutureSkewMs) {
    public static final long ANY_FUTURE = Long.MAX_VALUE;

    /** Takes the time out of the records, which come in its order until {@link #outOfOrderness} says otherwise. */
    public static <T> EventTime<T> from(TimestampFunction<T> timestamps) {
        return new EventTime<T>(timestamps, () -> new BoundedOutOfOrderness<>(0), 0, ANY_FUTURE);
    }

    /** Uses the timestamps that the source emits. */
    public static <T> EventTime<T> ofSource() {
        return new EventTime<T>(null, () -> new BoundedOutOfOrderness<>(0), 0, ANY_FUTURE);
    }

    /** The watermark stays so far behind the highest timestamp; 0 or more. */
    public EventTime<T> outOfOrderness(Duration bound) {
        long boundMs = requireMs("outOfOrderness", bound, 0);
        return watermarks(() -> new BoundedOutOfOrderness<>(boundMs));
    }

    /** Timestamps never fall: the watermark is the highest one. */
    public EventTime<T> monotone() {
        return outOfOrderness(Duration.ZERO);
    }

    /** Watermarks of your own. */
    public EventTime<T> watermarks(FunctionSupplier<? extends WatermarkGenerator<T>> own) {
        return new EventTime<>(timestamps, own, idleTimeoutMs, maxFutureSkewMs);
    }

    /** After so long without a record, a subtask no longer holds back the time of the job; at least 1 ms. */
    public EventTime<T> idleTimeout(Duration timeout) {
        return new EventTime<>(timestamps, generators, requireMs("idleTimeout", timeout, 1), maxFutureSkewMs);
    }

    /**
     * A record that is further ahead of the clock of its worker moves no watermark, so that one wrong clock does not make
     * all others late; 0 or more. Not for replays that run ahead of the clock.
     */
    public EventTime<T> maxFutureSkew(Duration skew) {
        return new EventTime<>(timestamps, generators, idleTimeoutMs, requireMs("maxFutureSkew", skew, 0));
    }

    private static long requireMs(String setting, Duration duration, long min) {
        if (duration.compareTo(Duration.ofMillis(min)) < 0 || duration.compareTo(Duration.ofDays(36_500)) > 0) {
            throw new IllegalArgumentException(
                    "%s: expected %d ms to 36500 days, found %s".formatted(setting, min, duration));
        }
        return duration.toMillis();
    }
}
