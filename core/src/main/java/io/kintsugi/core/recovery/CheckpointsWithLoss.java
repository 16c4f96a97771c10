package io.kintsugi.core.recovery;

/** What becomes of checkpoints after a recovery that has lost records. */
public enum CheckpointsWithLoss {
    /** They are taken as ever. */
    ALLOW,
    /** They are taken, and say how many records have been lost since the checkpoint before. */
    MARK,
    /** None is taken until a restart of the region has repaired the loss: the last complete state stays the one to go back to. */
    FORBID
}
