package io.kintsugi.core.protocol;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import java.util.List;

/**
 * Something that happened to a job, for whoever wants to be told.
 *
 * @param state of the job after it
 * @param atMs milliseconds since 1970
 * @param text why, in a sentence
 * @param recoveries that were not told yet, oldest first; only with {@link Kind#RECOVERED} and {@link Kind#FAILED}
 */
public record JobNews(JobId job, Kind kind, JobState state, long atMs, String text, List<RecoveryStatus> recoveries) {
    /** What about the job the news is. */
    public enum Topic {
        JOB,
        RECOVERY,
        LOSS
    }

    /** What happened. */
    public enum Kind {
        /** All its tasks run for the first time. */
        RUNNING(Topic.JOB, false),
        FINISHED(Topic.JOB, false),
        STOPPED(Topic.JOB, false),
        FAILED(Topic.JOB, true),
        /** Tasks have failed and restart. */
        RECOVERING(Topic.RECOVERY, false),
        /** It goes on without tasks for which there are no slots. */
        DEGRADED(Topic.RECOVERY, true),
        /** All its tasks run again. */
        RECOVERED(Topic.RECOVERY, true),
        /** Recoveries have cost more than the loss budget. */
        BUDGET_EXCEEDED(Topic.LOSS, true);

        private final Topic topic;
        private final boolean alert;

        Kind(Topic topic, boolean alert) {
            this.topic = topic;
            this.alert = alert;
        }

        public Topic topic() {
            return topic;
        }

        /** Whether a person wants to know that does not watch the job. */
        public boolean isAlert() {
            return alert;
        }
    }

    public JobNews {
        recoveries = List.copyOf(recoveries);
    }
}
