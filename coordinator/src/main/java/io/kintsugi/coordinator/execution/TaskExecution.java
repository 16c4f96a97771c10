package io.kintsugi.coordinator.execution;

import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.PartitionCounts;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskInventory;
import io.kintsugi.core.protocol.TaskInventory.Standing;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.snapshot.ChannelPositions;
import java.util.EnumSet;
import java.util.Optional;
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
    /** Numbers up to this one are those of other leaders. */
    private int numberedAbove;

    private NodeId worker;
    private TaskState state = TaskState.DEPLOYING;
    private @Nullable TaskLocation location;
    private @Nullable Failure failure;
    private int restarts;
    /** Whether the attempt was ordered to begin, so that it may have taken records. */
    private boolean begun;
    /** Whether its neighbours count on it, or may. */
    private boolean connected;
    /** Whether it is known that it has found all its neighbours. */
    private boolean linked;

    private ChannelPositions reached = ChannelPositions.none();
    private ChannelPositions last = ChannelPositions.none();

    /** A first attempt on a worker, which is to be deployed. */
    public TaskExecution(TaskId task, PlanVertex vertex, NodeId worker) {
        this.attempt = AttemptId.first(task);
        this.label = vertex.label();
        this.source = vertex.head().isSource();
        this.worker = worker;
    }

    /** Goes on with an attempt that another leader has begun, or takes note that it is gone. */
    public void takeOver(AttemptId known, TaskInventory found) {
        attempt = known;
        location = found.location();
        failure = found.failure();
        reached = found.last();
        last = found.last();
        begun = found.standing() != Standing.DEPLOYING && found.standing() != Standing.DEPLOYED;
        connected = begun;
        linked = found.standing() == Standing.RUNNING || found.standing() == Standing.FINISHED;
        state = switch (found.standing()) {
            case DEPLOYING -> TaskState.DEPLOYING;
            case DEPLOYED, CONNECTING -> TaskState.DEPLOYED;
            case RUNNING, ENDED -> TaskState.RUNNING;
            case FINISHED -> TaskState.FINISHED;
            case FAILED -> TaskState.FAILED;
            case CANCELING -> TaskState.CANCELING;
            case GONE -> TaskState.CANCELED;
        };
    }

    /** Numbers up to this one are left to other leaders, one of which may not know yet that it is replaced. */
    public void numberAbove(int number) {
        numberedAbove = number;
    }

    /** One that is to be deployed later, perhaps on another worker. */
    public static TaskExecution waiting(TaskId task, PlanVertex vertex, NodeId worker) {
        TaskExecution waiting = new TaskExecution(task, vertex, worker);
        waiting.state = TaskState.WAITING;
        return waiting;
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

    /** It is about to be ordered to begin, with the channels whose other ends are there. */
    public void connect() {
        begun = true;
        connected = true;
    }

    /** Its neighbours go on without it. */
    public void disconnect() {
        connected = false;
    }

    /** Whether its neighbours were told of this attempt and not yet that it is gone. */
    public boolean isConnected() {
        return connected;
    }

    /** Its worker says that all its channels are connected. */
    public void link() {
        linked = true;
    }

    /**
     * Whether all its channels are connected for certain. One that has come to its end may still hold records for a neighbour that
     * has not found it.
     */
    public boolean isLinked() {
        return linked || state == TaskState.FINISHED;
    }

    /** Whether its channels can be connected: it was ordered to begin, and works or has worked to its end. */
    public boolean isThere() {
        return connected && (state == TaskState.DEPLOYED || hasRun());
    }

    /** Whether it works, or is about to, and can be told of its neighbours. */
    public boolean takesPart() {
        return isThere() && !isGone();
    }

    public TaskTransition failedWith(Failure cause) {
        return failedWith(cause, ChannelPositions.none());
    }

    /** @param at how far it had come, if somebody knows */
    public TaskTransition failedWith(Failure cause, ChannelPositions at) {
        failure = cause;
        reached = at;
        return moveTo(TaskState.FAILED, cause.toString());
    }

    /** @param at how far it had come, if somebody knows */
    public TaskTransition canceledAt(ChannelPositions at) {
        reached = at;
        return moveTo(TaskState.CANCELED, "as asked");
    }

    /** How far the attempts before this one had come, as far as it is known. */
    public ChannelPositions last() {
        return last;
    }

    /**
     * All up to this attempt have ended: this one if it is gone or about to go, else what may have been before it; empty if nothing
     * was.
     */
    public Optional<AttemptId> newestGone() {
        boolean goes = state == TaskState.CANCELING || state == TaskState.CANCELED || state == TaskState.FAILED;
        if (goes) {
            return Optional.of(attempt);
        }
        return attempt.number() == 1 ? Optional.empty() : Optional.of(new AttemptId(id(), attempt.number() - 1));
    }

    /** The attempt that begins when this one is over. */
    public AttemptId next() {
        return attempt.nextAbove(numberedAbove);
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
        last = begun ? reached : last;
        begun = false;
        connected = false;
        linked = false;
        reached = ChannelPositions.none();
        attempt = next();
        restarts++;
        worker = next;
        location = null;
        failure = null;
        return moveTo(TaskState.DEPLOYING, reason);
    }

    /** Its turn has come. */
    public TaskTransition placeOn(NodeId where, String reason) {
        worker = where;
        return moveTo(TaskState.DEPLOYING, reason);
    }

    /** Begins anew: the next attempt waits for its turn. */
    public TaskTransition waitAgain(String reason) {
        restarts++;
        return waitForNext(reason);
    }

    /** Begins the next attempt, which waits for its turn, although nothing was in vain. */
    public TaskTransition waitForNext(String reason) {
        connected = false;
        linked = false;
        attempt = next();
        location = null;
        failure = null;
        return moveTo(TaskState.WAITING, reason);
    }

    /** The only place where the state changes; an edge that is not in the picture throws. */
    public TaskTransition moveTo(TaskState next, String reason) {
        if (!canBecome(next)) {
            throw new IllegalStateException(
                    "task %s cannot go from %s to %s (%s)".formatted(attempt, state, next, reason));
        }
        TaskTransition transition = new TaskTransition(attempt, worker, state, next, reason, failure);
        state = next;
        return transition;
    }

    private boolean canBecome(TaskState next) {
        return switch (state) {
            case WAITING -> EnumSet.of(TaskState.DEPLOYING, TaskState.CANCELED).contains(next);
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
            case FINISHED, FAILED, CANCELED ->
                EnumSet.of(TaskState.DEPLOYING, TaskState.WAITING).contains(next);
        };
    }

    /** How often it has begun anew, as far as this leader knows. */
    public int restarts() {
        return restarts;
    }

    /** So often it has begun anew under leaders before, at least. */
    public void restartsKnown(int known) {
        restarts = known;
    }

    /** What the current attempt keeps for its consumers; empty before it has told. */
    public Optional<PartitionCounts> partitions() {
        return counts.partitions(attempt);
    }

    /** Returns how many records more it has taken than was known. */
    public long count(TaskCounters reported) {
        long before = counts.recordsIn();
        counts.add(reported);
        return counts.recordsIn() - before;
    }

    public TaskStatus status() {
        return new TaskStatus(
                attempt, label, state, worker, restarts, counts.total(attempt).orElse(null), failure, null);
    }
}
