package io.kintsugi.coordinator.execution;

import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskStatus;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/**
 * A task and its current attempt, as the leader knows it; the picture of its states is at {@link TaskState}. From its end
 * an attempt goes nowhere, and the next one begins.
 *
 * <p>The state changes in {@link #moveTo} only. Not for several threads.
 */
public final class TaskExecution {
    private final String label;
    private final boolean source;
    private final TaskCounts counts = new TaskCounts();
    private AttemptId attempt;
    private NodeId worker;
    private TaskState state = TaskState.DEPLOYING;
    private @Nullable TaskLocation location;
    private @Nullable Failure failure;

    /** A first attempt on a worker, which is to be deployed. */
    public TaskExecution(TaskId task, PlanVertex vertex, NodeId worker) {
        this.attempt = AttemptId.first(task);
        this.label = vertex.label();
        this.source = vertex.head().isSource();
        this.worker = worker;
    }

    public TaskId id() {
        return attempt.task();
    }

    public AttemptId attempt() {
        return attempt;
    }

    public NodeId worker() {
        return worker;
    }

    public TaskState state() {
        return state;
    }

    /** Whether its chain begins with a source. */
    public boolean isSource() {
        return source;
    }

    public boolean isGone() {
        return state.isTerminal();
    }

    /** Whether it works or has worked to its end. */
    public boolean hasRun() {
        return state == TaskState.RUNNING || state == TaskState.FINISHED;
    }

    /** Where its frames go; throws {@link IllegalStateException} before its worker has said so. */
    public TaskLocation location() {
        if (location == null) {
            throw new IllegalStateException("task " + attempt + " is " + state + ": its location is not known yet");
        }
        return location;
    }

    public TaskTransition deployedAt(TaskLocation where) {
        location = where;
        return moveTo(TaskState.DEPLOYED, "ready at loop " + where.loop());
    }

    public TaskTransition failedWith(Failure cause) {
        failure = cause;
        return moveTo(TaskState.FAILED, cause.toString());
    }

    /**
     * Begins the next attempt, which is to be deployed.
     *
     * @param next where it runs, which may be where the one before did
     */
    public TaskTransition restartOn(NodeId next, String reason) {
        if (!isGone()) {
            throw new IllegalStateException("task %s is %s and cannot restart".formatted(attempt, state));
        }
        attempt = attempt.next();
        worker = next;
        location = null;
        failure = null;
        return moveTo(TaskState.DEPLOYING, reason);
    }

    /** The only place where the state changes; an edge that is not in the picture throws. */
    public TaskTransition moveTo(TaskState next, String reason) {
        if (!canBecome(next)) {
            throw new IllegalStateException(
                    "task %s cannot go from %s to %s (%s)".formatted(attempt, state, next, reason));
        }
        TaskTransition transition = new TaskTransition(attempt, worker, state, next, reason);
        state = next;
        return transition;
    }

    private boolean canBecome(TaskState next) {
        return switch (state) {
            case DEPLOYING ->
                EnumSet.of(TaskState.DEPLOYED, TaskState.CANCELING, TaskState.FAILED)
                        .contains(next);
            case DEPLOYED ->
                EnumSet.of(TaskState.RUNNING, TaskState.CANCELING, TaskState.FAILED)
                        .contains(next);
            case RUNNING ->
                EnumSet.of(TaskState.FINISHED, TaskState.CANCELING, TaskState.FAILED)
                        .contains(next);
            case CANCELING -> next.isTerminal();
            case FINISHED, FAILED, CANCELED -> next == TaskState.DEPLOYING;
        };
    }

    public void count(TaskCounters reported) {
        counts.add(reported);
    }

    public TaskStatus status() {
        return new TaskStatus(
                attempt, label, state, worker, counts.total(attempt).orElse(null), failure);
    }
}
