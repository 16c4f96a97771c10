package io.kintsugi.coordinator.verticle;

import io.vertx.core.Future;

/** A request that cannot be granted: the message says what, which, expected, found and what to do. */
public final class JobRejectedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What kind of answer this is; the words are in the message. */
    public enum Reason {
        /** This node does not lead, or not yet; ask again at the leader. */
        NOT_LEADING,
        /** No job has this name. */
        NO_SUCH_JOB,
        /** A job of this name lives. */
        NAME_TAKEN,
        /** The builder is missing, failed, or built a job that cannot be valid. */
        INVALID_JOB,
        /** The workers have too few free slots for this job now. */
        NOT_ENOUGH_SLOTS,
        /** A limit on jobs is reached. */
        TOO_MANY_JOBS,
        /** The job has no task of this name. */
        NO_SUCH_TASK,
        /** The job has no recovery of this number, or not any more. */
        NO_SUCH_RECOVERY,
        /** The task does not run now. */
        TASK_NOT_RUNNING,
        /** No node in view has this name or incarnation. */
        NO_SUCH_NODE,
        /** The tasks of a node have no place elsewhere. */
        CANNOT_DRAIN,
        /** No other worker takes tasks. */
        CANNOT_QUARANTINE,
        /** The job has not ended. */
        JOB_LIVES,
        /** Another run of the job is the newest. */
        OTHER_RUN,
        /** The job has ended. */
        NO_LIVE_JOB,
        /** The job stores no state. */
        NOT_CHECKPOINTED,
        /** The job has no savepoint of this name. */
        NO_SUCH_SAVEPOINT,
        /** The savepoint that a job is to begin with is not there. */
        SAVEPOINT_MISSING,
        /** A savepoint has state that a job has no place for. */
        UNMATCHED_STATE,
        /** The job has a savepoint of this name. */
        SAVEPOINT_TAKEN,
        /** A job may have to go back to the savepoint. */
        SAVEPOINT_IN_USE
    }

    private final Reason reason;

    public JobRejectedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public JobRejectedException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Something that fails with it. */
    static <T> Future<T> future(Reason reason, String message) {
        return Future.failedFuture(new JobRejectedException(reason, message));
    }

    public Reason reason() {
        return reason;
    }
}
