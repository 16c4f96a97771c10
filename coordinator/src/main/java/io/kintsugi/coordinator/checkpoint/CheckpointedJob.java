package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.recovery.Checkpointing;

/**
 * A job whose state is to be stored.
 *
 * @param term of the leader that completes its checkpoints
 * @param keyGroups of the job
 * @param retainedMax completed checkpoints that are kept, from 1
 * @param found what the store holds under the job's name when it begins
 */
public record CheckpointedJob(
        JobId id,
        Term term,
        int keyGroups,
        Participants participants,
        Checkpointing rules,
        int retainedMax,
        StoredCheckpoints found) {
    public CheckpointedJob {
        if (retainedMax < 1) {
            throw new IllegalArgumentException("job " + id + ": retained checkpoints " + retainedMax + " is below 1");
        }
    }
}
