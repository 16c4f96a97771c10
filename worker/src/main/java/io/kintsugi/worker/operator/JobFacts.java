package io.kintsugi.worker.operator;

import io.kintsugi.core.model.JobId;

/**
 * What the steps of a job may know of it.
 *
 * @param checkpointed whether it takes checkpoints
 * @param batch whether it runs stage by stage
 * @param superstep which one this is, from 1; 0 outside of an iteration
 */
public record JobFacts(JobId id, boolean checkpointed, boolean batch, int superstep) {
    /** Of a step outside of an iteration. */
    public JobFacts(JobId id, boolean checkpointed, boolean batch) {
        this(id, checkpointed, batch, 0);
    }
}
