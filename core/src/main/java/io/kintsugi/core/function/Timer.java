package io.kintsugi.core.function;

/**
 * A timer that has come due.
 *
 * @param timestamp when it was set for, in milliseconds since 1970
 */
public record Timer(Kind kind, long timestamp) {
    /** The clock that it follows. */
    public enum Kind {
        EVENT_TIME,
        PROCESSING_TIME
    }
}
