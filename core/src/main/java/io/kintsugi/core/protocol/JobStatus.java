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
 * @param failure why it has failed, or why tasks of it begin anew just now; null where nothing is wrong any more
 * @param tasks newest attempt of each, in the order of the plan
 * @param spares by vertex and place; none for a job that has asked for none
 * @param missingSlots how many more slots the workers have to offer so that all tasks can restart; 0 if none has to wait
 * @param iterations in the order of the plan; none for a job that does not iterate
 */
public record JobStatus(
        JobSpec spec,
        JobState state,
        long submittedAtMs,
        long endedAtMs,
        int restarts,
        @Nullable Failure failure,
        List<TaskStatus> tasks,
        List<SpareStatus> spares,
        int missingSlots,
        List<SuperstepStatus> iterations) {
    public JobStatus {
        tasks = List.copyOf(tasks);
        spares = List.copyOf(spares);
        iterations = List.copyOf(iterations);
    }

    /** Of a job that does not iterate. */
    public JobStatus(
            JobSpec spec,
            JobState state,
            long submittedAtMs,
            long endedAtMs,
            int restarts,
            @Nullable Failure failure,
            List<TaskStatus> tasks,
            List<SpareStatus> spares,
            int missingSlots) {
        this(spec, state, submittedAtMs, endedAtMs, restarts, failure, tasks, spares, missingSlots, List.of());
    }

    /** The same with where its iterations are. */
    public JobStatus with(List<SuperstepStatus> supersteps) {
        return new JobStatus(
                spec, state, submittedAtMs, endedAtMs, restarts, failure, tasks, spares, missingSlots, supersteps);
    }

    /** Of a job where nobody stands by or waits for a slot. */
    public JobStatus(
            JobSpec spec,
            JobState state,
            long submittedAtMs,
            long endedAtMs,
            int restarts,
            @Nullable Failure failure,
            List<TaskStatus> tasks) {
        this(spec, state, submittedAtMs, endedAtMs, restarts, failure, tasks, List.of(), 0);
    }
}
