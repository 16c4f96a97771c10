package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * A task as the leader knows it.
 *
 * @param label all steps of its chain, {@code read+parse}
 * @param worker where the attempt was placed
 * @param restarts how often it began anew, as far as the leader knows; less than its attempts say where these also count
 *     supersteps, or leave numbers out
 * @param counters of all attempts together, or null before the first report
 * @param failure of this attempt, or null
 * @param partitions null for a task that keeps nothing for consumers: in streaming mode, or without any
 */
public record TaskStatus(
        AttemptId attempt,
        String label,
        TaskState state,
        NodeId worker,
        int restarts,
        @Nullable TaskCounters counters,
        @Nullable Failure failure,
        @Nullable PartitionStatus partitions) {
    /** Of a task that keeps nothing for consumers, and of which each attempt was a restart. */
    public TaskStatus(
            AttemptId attempt,
            String label,
            TaskState state,
            NodeId worker,
            @Nullable TaskCounters counters,
            @Nullable Failure failure) {
        this(attempt, label, state, worker, attempt.number() - 1, counters, failure, null);
    }

    /** The same with what it keeps. */
    public TaskStatus with(PartitionStatus kept) {
        return new TaskStatus(attempt, label, state, worker, restarts, counters, failure, kept);
    }
}
