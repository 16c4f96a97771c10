package io.kintsugi.core.protocol;

import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.TaskId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint as the leader knows it.
 *
 * @param checkpoint its number, or 0 for a savepoint that has not been triggered yet
 * @param savepoint the name that it was asked for under, or null for one that the job's interval asked for
 * @param triggeredAtMs milliseconds since 1970, or 0 for one that has not been triggered yet
 * @param endedAtMs milliseconds since 1970, or 0 while it is pending
 * @param bytes that its versions take together, as far as they have been acknowledged
 * @param waitingFor tasks that have not acknowledged it; of a discarded one, those that had not
 * @param reason why it was discarded, or null
 * @param lost records since the complete checkpoint before, at most; 0 where the job does not have checkpoints marked
 */
public record CheckpointStatus(
        long checkpoint,
        @Nullable String savepoint,
        CheckpointState state,
        long triggeredAtMs,
        long endedAtMs,
        long bytes,
        List<TaskId> waitingFor,
        @Nullable String reason,
        long lost) {
    public CheckpointStatus {
        waitingFor = List.copyOf(waitingFor);
    }

    /** One before which nothing was lost. */
    public CheckpointStatus(
            long checkpoint,
            @Nullable String savepoint,
            CheckpointState state,
            long triggeredAtMs,
            long endedAtMs,
            long bytes,
            List<TaskId> waitingFor,
            @Nullable String reason) {
        this(checkpoint, savepoint, state, triggeredAtMs, endedAtMs, bytes, waitingFor, reason, 0);
    }

    public CheckpointStatus lost(long records) {
        return new CheckpointStatus(
                checkpoint, savepoint, state, triggeredAtMs, endedAtMs, bytes, waitingFor, reason, records);
    }
}
