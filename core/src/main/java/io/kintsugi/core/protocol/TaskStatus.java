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
 * @param counters of all attempts together, or null before the first report
 * @param failure of this attempt, or null
 */
public record TaskStatus(
        AttemptId attempt,
        String label,
        TaskState state,
        NodeId worker,
        @Nullable TaskCounters counters,
        @Nullable Failure failure) {}
