package io.kintsugi.core.recovery;

/** What happens to an input that is ahead of others in a checkpoint. */
public enum AlignmentMode {
    /** It is not read further until all have delivered the barrier: no record counts twice. */
    EXACTLY_ONCE,
    /** It is read on: nothing waits, and after a failure records may count twice. */
    AT_LEAST_ONCE
}
