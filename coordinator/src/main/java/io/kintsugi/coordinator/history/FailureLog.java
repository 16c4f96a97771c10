package io.kintsugi.coordinator.history;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.LoggedFailure;
import java.util.List;

/** What failed in a job, one thing after the other; a later success takes nothing away. Not for several threads. */
public final class FailureLog {
    private final BoundedLog<LoggedFailure> failures;

    public FailureLog(int failuresMax) {
        this.failures = new BoundedLog<>(failuresMax, LoggedFailure::seq);
    }

    public void taskFailed(AttemptId attempt, NodeId node, Failure failure, long nowMs) {
        failures.add(seq -> new LoggedFailure(seq, nowMs, attempt, node, failure));
    }

    /** The job as a whole failed. */
    public void jobFailed(Failure failure, long nowMs) {
        failures.add(seq -> new LoggedFailure(seq, nowMs, null, null, failure));
    }

    /** Newest first, those with lower numbers. */
    public List<LoggedFailure> before(long before, int limit) {
        return failures.between(0, before, limit);
    }
}
