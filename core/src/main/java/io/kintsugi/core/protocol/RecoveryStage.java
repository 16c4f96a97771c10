package io.kintsugi.core.protocol;

/** The way of a task from its failure to the moment when nothing of the failure is left, in this order. */
public enum RecoveryStage {
    /** By the clock of its worker. */
    FAILED,
    /** The leader has heard of it. */
    DETECTED,
    /** The leader has chosen what restarts. */
    DECIDED,
    /** The new attempt was ordered. */
    DEPLOYED,
    /** Its state is there and its functions are open. */
    RESTORED,
    /** All its channels have found their other end. */
    RECONNECTED,
    /** It has taken, or as a source read, its first record. */
    FIRST_RECORD,
    /** It has taken everything that had waited for it. */
    CAUGHT_UP
}
