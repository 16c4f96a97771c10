package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, as the leader remembers it.
 *
 * @param seq rising by one within a log, from 1
 * @param atMs milliseconds since 1970, by the leader's clock
 * @param text what happened, for people
 */
public record LoggedEvent(long seq, long atMs, Level level, Kind kind, Subject subject, String text) {
    /** Whom it concerns. */
    public enum Level {
        /** An operator's story. */
        INFO,
        /** Something failed, and it goes on. */
        WARN,
        /** A person must act. */
        ERROR
    }

    /** What it is about. */
    public enum Kind {
        JOB,
        TASK,
        RECOVERY,
        CHECKPOINT,
        LOSS,
        NODE
    }

    /**
     * Whom it happened to.
     *
     * @param job null: to no job
     * @param attempt null: to no single task
     * @param node where, or null
     * @param number of the recovery or the checkpoint; 0: of none
     */
    public record Subject(
            @Nullable JobId job,
            @Nullable AttemptId attempt,
            @Nullable NodeId node,
            long number) {
        public static Subject of(JobId job) {
            return new Subject(job, null, null, 0);
        }

        public static Subject of(JobId job, long number) {
            return new Subject(job, null, null, number);
        }

        public static Subject of(JobId job, AttemptId attempt, NodeId node) {
            return new Subject(job, attempt, node, 0);
        }

        public static Subject of(NodeId node) {
            return new Subject(null, null, node, 0);
        }
    }
}
