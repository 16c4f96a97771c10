package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;

/** Tells the caller of the API why something failed. */
final class ApiFailure {
    private ApiFailure() {}

    /** The problem somewhere in the chain of causes, else what the rejection says, else {@code internal}. */
    static Problem problem(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProblemException known) {
                return known.problem();
            }
        }
        if (failure instanceof JobRejectedException rejected) {
            return Problem.of(code(rejected.reason()), String.valueOf(rejected.getMessage()));
        }
        return Problem.of(ProblemCode.INTERNAL, "the log has the details under the request id");
    }

    private static ProblemCode code(JobRejectedException.Reason reason) {
        return switch (reason) {
            case NOT_LEADING -> ProblemCode.NOT_LEADER;
            case NO_SUCH_JOB -> ProblemCode.UNKNOWN_JOB;
            case NAME_TAKEN -> ProblemCode.NAME_CONFLICT;
            case INVALID_JOB -> ProblemCode.INVALID_JOB;
            case NOT_ENOUGH_SLOTS -> ProblemCode.INSUFFICIENT_SLOTS;
            case TOO_MANY_JOBS -> ProblemCode.TOO_MANY_JOBS;
            case NO_SUCH_TASK -> ProblemCode.UNKNOWN_TASK;
            case NO_SUCH_RECOVERY -> ProblemCode.UNKNOWN_RECOVERY;
            case TASK_NOT_RUNNING -> ProblemCode.TASK_NOT_RUNNING;
            case NO_SUCH_NODE -> ProblemCode.UNKNOWN_NODE;
            case CANNOT_DRAIN -> ProblemCode.CANNOT_DRAIN;
            case CANNOT_QUARANTINE -> ProblemCode.CANNOT_QUARANTINE;
            case JOB_LIVES -> ProblemCode.JOB_LIVES;
            case OTHER_RUN -> ProblemCode.REVISION_MISMATCH;
            case NO_LIVE_JOB -> ProblemCode.JOB_ENDED;
            case NOT_CHECKPOINTED -> ProblemCode.NOT_CHECKPOINTED;
            case NO_SUCH_SAVEPOINT -> ProblemCode.UNKNOWN_SAVEPOINT;
            case SAVEPOINT_MISSING -> ProblemCode.SAVEPOINT_MISSING;
            case UNMATCHED_STATE -> ProblemCode.UNMATCHED_STATE;
            case SAVEPOINT_TAKEN -> ProblemCode.SAVEPOINT_CONFLICT;
            case SAVEPOINT_IN_USE -> ProblemCode.SAVEPOINT_IN_USE;
        };
    }
}
