package io.kintsugi.core.protocol;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.LossRange;

/**
 * A line of the loss account.
 *
 * @param recovery that it belongs to
 */
public record LossEntry(LossRange range, TaskId producer, TaskId consumer, long recovery, State state) {
    /** Whether the loss can still be undone. */
    public enum State {
        /** Since the last completed checkpoint: a restart of the region repairs it. */
        OPEN,
        /** Part of a completed checkpoint. */
        COMMITTED,
        /** Undone: the region has gone back behind it. */
        REPAIRED
    }
}
