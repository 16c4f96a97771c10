package io.kintsugi.core.protocol;

import io.kintsugi.core.model.JobState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job as the leader knows it.
 *
 * @param submittedAtMs milliseconds since 1970
 * @param endedAtMs milliseconds since 1970, or 0 while it lives
 * @param restarts how often tasks of it have begun anew
 * @param failure why it failed, or why tasks of it restarted last; null if nothing has failed
 * @param tasks newest attempt of each, in the order of the plan
 */
public record JobStatus(
        JobSpec spec,
        JobState state,
        long submittedAtMs,
        long endedAtMs,
        int restarts,
        @Nullable Failure failure,
        List<TaskStatus> tasks) {
    public JobStatus {
        tasks = List.copyOf(tasks);
    }
}
