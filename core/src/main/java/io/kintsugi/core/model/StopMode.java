package io.kintsugi.core.model;

/** How a job is asked to stop; a later constant is stronger and may replace an earlier one. */
public enum StopMode {
    /** Sources go silent behind a savepoint, which a later run may start from. */
    SAVEPOINT,
    /** Sources end, and what they have read flows on to the sinks. */
    DRAIN,
    /** Every task is cancelled where it is. */
    NOW,
    /** Every task is cancelled, and what is not gone a moment later is left where it is. Works also while a job fails. */
    FORCE;

    public boolean isStrongerThan(StopMode other) {
        return compareTo(other) > 0;
    }
}
