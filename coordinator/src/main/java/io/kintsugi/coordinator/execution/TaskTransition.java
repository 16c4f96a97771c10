package io.kintsugi.coordinator.execution;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskState;

/** A task attempt went from one state to another. */
public record TaskTransition(AttemptId attempt, NodeId worker, TaskState from, TaskState to, String reason) {}
