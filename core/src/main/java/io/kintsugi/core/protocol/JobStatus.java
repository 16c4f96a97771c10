package io.kintsugi.core.protocol;

import io.kintsugi.core.model.JobState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job as the leader knows it.
 *
 * @param submittedAtMs milliseconds since 1970
 * @param endedAtMs milliseconds since 1970, or 0 while it lives
 * @param failure why it failed, or null
 * @param tasks newest attempt of each, in the order of the plan
 */
public record JobStatus(
        JobSpec spec,
        JobState state,
        long submittedAtMs,
        long endedAtMs,
        @Nullable Failure failure,
        List<TaskStatus> tasks) {
    public JobStatus {
        tasks = List.copyOf(tasks);
    }
}
