package io.kintsugi.worker.operator;

import io.kintsugi.core.model.JobId;

/**
 * What the steps of a job may know of it.
 *
 * @param checkpointed whether it takes checkpoints
 * @param batch whether it runs stage by stage
 */
public record JobFacts(JobId id, boolean checkpointed, boolean batch) {}
