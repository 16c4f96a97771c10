package io.kintsugi.node.metrics;

import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.recovery.Recovery;

/**
 * What the leader knows about a job.
 *
 * @param recoveries how many its run has had
 */
record JobFigures(JobStatus status, LossStatus loss, long recoveries) {
    String job() {
        return status.spec().id().name();
    }

    /** How much of the loss budget is used up, 1 being all; 0 without a limit. */
    double budgetUsed() {
        Recovery recovery = status.spec().recovery();
        return recovery == null ? 0 : loss.budget().shareOf(recovery.budget());
    }
}
