package io.kintsugi.core.model;

/** How a job is asked to stop; a later constant is stronger and may replace an earlier one. */
public enum StopMode {
    /** Sources go silent behind a savepoint, which a later run may start from. */
    SAVEPOINT,
    /** Sources end, and what they have read flows on to the sinks. */
    DRAIN,
    /** Every task is cancelled where it is. */
    NOW;

    public boolean isStrongerThan(StopMode other) {
        return compareTo(other) > 0;
    }
}
