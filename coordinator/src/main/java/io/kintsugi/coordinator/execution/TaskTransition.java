package io.kintsugi.coordinator.execution;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A task attempt went from one state to another.
 *
 * @param failure set exactly for one that failed
 */
public record TaskTransition(
        AttemptId attempt,
        NodeId worker,
        TaskState from,
        TaskState to,
        String reason,
        @Nullable Failure failure) {}
