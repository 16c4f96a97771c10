package io.kintsugi.core.function;

/**
 * Timers of the current key. One for each key, kind and time: setting it again changes nothing. Times are milliseconds
 * since 1970. Used by the task's thread only.
 */
public interface Timers {
    /** Calls {@code onTimer} when the watermark has reached {@code timestamp}; if it has already, with the next watermark. */
    void atEventTime(long timestamp);

    /** Calls {@code onTimer} when the clock of the worker has reached {@code epochMs}, some milliseconds later at most. */
    void atProcessingTime(long epochMs);

    void cancelEventTime(long timestamp);

    void cancelProcessingTime(long epochMs);

    /** The clock of the worker. */
    long processingTime();
}
