package io.kintsugi.worker.verticle;

import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.WorkerCommand.ConnectTask;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.worker.channel.FrameSink;
import io.kintsugi.worker.exchange.BatchStorage;
import io.kintsugi.worker.net.DataPlane;
import io.kintsugi.worker.net.RecordCodec;
import io.kintsugi.worker.net.TaskEndpoint;
import io.kintsugi.worker.task.Task;
import io.kintsugi.worker.task.TaskBegin;
import io.kintsugi.worker.task.TaskChain;
import io.kintsugi.worker.task.TaskSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** A task attempt, its thread, and the way of its channels over the data plane. Used by that thread once the task is open. */
final class TaskWiring {
    private final Shared shared;
    private final AttemptId attempt;
    private final RestorePoint restore;
    private final Map<ChannelId, PeerSink> sinks = new TreeMap<>();
    private final Task task;
    private final boolean stoodBy;
    private final TaskThread thread;

    /** What all tasks of a job on this worker have in common. */
    record Shared(
            JobId job,
            JobGraph graph,
            Plan plan,
            Recovery recovery,
            RecordCodec codec,
            BatchStorage storage,
            Surroundings worker) {
        /** What the chain of a task, or of a spare, is made of. */
        TaskChain.Setting setting(TaskId task) {
            return new TaskChain.Setting(
                    job,
                    plan,
                    plan.vertex(task),
                    worker.limits().channel(),
                    worker.limits().watermarks(),
                    worker.limits().sinkFlushMs(),
                    graph.checkpointing().isPresent());
        }
    }

    /** What all tasks of a worker have in common. */
    record Surroundings(NodeId node, DataPlane plane, TaskLimits limits, TaskVersions.StateStore states, Care care) {
        TaskThread threadFor(AttemptId attempt, boolean blocking) {
            return blocking
                    ? new TaskThread(plane.loopOfItsOwn("kintsugi-task-" + attempt), true)
                    : new TaskThread(plane.nextLoop(), false);
        }
    }

    /** @param spare an open chain that becomes that of the task, if there is one */
    TaskWiring(Shared shared, AttemptId attempt, RestorePoint restore, Optional<TaskChain> spare) {
        this.shared = shared;
        this.attempt = attempt;
        this.restore = restore;
        this.thread = shared.worker().threadFor(attempt, isBlocking());
        TaskLimits limits = shared.worker().limits();
        TaskSpec spec = new TaskSpec(
                shared.job(),
                shared.plan(),
                attempt,
                limits.channel(),
                limits.watermarks(),
                limits.sinkFlushMs(),
                TaskSpec.Checkpoints.of(shared.graph().checkpointing().orElse(null), restore),
                shared.recovery().absentConsumer(),
                TaskBegin.of(shared.job(), attempt, restore),
                shared.storage());
        Function<ChannelId, FrameSink> ways =
                channel -> sinks.computeIfAbsent(channel, id -> new PeerSink(thread::isZombie));
        this.task = spare.map(chain -> new Task(spec, chain, ways)).orElseGet(() -> new Task(spec, ways));
        this.stoodBy = spare.isPresent();
    }

    /** Restores the task and opens its functions; on a thread that may block. */
    void openTask() {
        try {
            new StateReading(shared.worker().states(), restore).open(task);
        } catch (RuntimeException e) {
            if (stoodBy) {
                closeAfter(e);
            }
            throw e;
        }
    }

    private void closeAfter(RuntimeException failure) {
        try {
            task.close();
        } catch (RuntimeException second) {
            failure.addSuppressed(second);
        }
    }

    /** Whether its neighbours have lived on without it, so that people want to know how it comes back. */
    boolean beginsAlone() {
        return restore.alone();
    }

    /** Whether it keeps its output for consumers that begin later. */
    boolean isBatch() {
        return shared.plan().isBatch();
    }

    /** Whether its states are stored, and its end waits for all others. */
    boolean checkpointed() {
        return shared.graph().checkpointing().isPresent();
    }

    /** Whether the task had come to its end before this attempt. */
    boolean endedBefore() {
        return StateReading.ended(restore);
    }

    /** The last state of a task that had ended before; empty where that is one of another run, which keeps it for itself. */
    Optional<StateVersion> lastState() {
        return restore.versions().stream()
                .filter(version -> endedBefore() && version.id().job().equals(job()))
                .findFirst();
    }

    /** @param listener told what became of the states */
    TaskVersions versions(TaskListener listener) {
        return new TaskVersions(shared.worker().states(), this, listener);
    }

    /** The only one that works for the task, once it is open. */
    TaskThread thread() {
        return thread;
    }

    Care care() {
        return shared.worker().care();
    }

    /** Whether a step of it may block its thread: its functions do, or in batch mode the disk. */
    boolean isBlocking() {
        return isBatch() || shared.plan().vertex(attempt.task()).blocking();
    }

    Task task() {
        return task;
    }

    JobId job() {
        return shared.job();
    }

    AttemptId attempt() {
        return attempt;
    }

    TaskLocation location() {
        return new TaskLocation(shared.worker().node(), thread.loop());
    }

    long tickMs() {
        return Math.max(1, shared.worker().limits().channel().flushMs());
    }

    /** Makes the channels reachable. */
    void open(TaskEndpoint endpoint) {
        shared.worker().plane().open(job(), inputs(), outputs(), endpoint, shared.codec());
    }

    /** Nothing reaches the task any more. Any thread may call. */
    void close(TaskEndpoint endpoint) {
        shared.worker().plane().close(job(), inputs(), outputs(), endpoint);
    }

    private List<ChannelId> inputs() {
        return shared.plan().inputs(attempt.task());
    }

    private List<ChannelId> outputs() {
        return shared.plan().outputs(attempt.task());
    }

    /**
     * Whether every channel has found its other end, and knows the way there: a peer that asks may be heard before that. Who
     * reads a partition is not known yet.
     */
    boolean isConnected() {
        return task.readsNothing()
                || (task.connected()
                        && sinks.entrySet().stream()
                                .allMatch(sink -> sink.getValue().isConnected() || isPartition(sink.getKey())));
    }

    private boolean isPartition(ChannelId channel) {
        return shared.plan().edges().get(channel.edge()).isBlocking()
                && shared.plan().producer(channel).equals(attempt.task());
    }

    /** For people, as in the log. */
    @Override
    public String toString() {
        return "job=%s task=%s attempt=%d".formatted(job(), attempt.task(), attempt.number());
    }

    /** Points channels at their peers, and asks the producers to begin. */
    void connect(ConnectTask command, long nowNs) {
        command.outputs().forEach(this::bind);
        command.inputs().forEach(this::bind);
        for (ChannelPeer peer : command.inputs()) {
            task.connect(peer.channel(), peer.attempt(), nowNs);
        }
    }

    private void bind(ChannelPeer peer) {
        PeerSink sink = sinks.get(peer.channel());
        if (sink == null) {
            throw new IllegalStateException("task %s has no channel %s: worker and leader do not have the same plan"
                    .formatted(attempt, peer.channel()));
        }
        if (sink.isNews(peer.attempt())) {
            sink.connect(
                    shared.worker().plane().sink(job(), peer.channel(), peer.location(), shared.codec()),
                    peer.attempt());
        }
    }
}
