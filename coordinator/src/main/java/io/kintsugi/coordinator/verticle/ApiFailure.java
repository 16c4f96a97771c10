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
        };
    }
}
