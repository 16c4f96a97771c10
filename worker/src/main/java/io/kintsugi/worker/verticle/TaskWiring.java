package io.kintsugi.worker.verticle;

import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.WorkerCommand.ConnectTask;
import io.kintsugi.core.recovery.AlignmentMode;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.worker.net.DataPlane;
import io.kintsugi.worker.net.RecordCodec;
import io.kintsugi.worker.net.TaskEndpoint;
import io.kintsugi.worker.operator.JobFacts;
import io.kintsugi.worker.task.Task;
import io.kintsugi.worker.task.TaskSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A task attempt and the way of its channels over the data plane. Used on the task's context once it is open. */
final class TaskWiring {
    private final Shared shared;
    private final AttemptId attempt;
    private final Map<ChannelId, PeerSink> sinks = new TreeMap<>();
    private final Task task;
    private int loop;

    /** What all tasks of a job on this worker have in common. */
    record Shared(
            JobId job, JobGraph graph, Plan plan, NodeId node, DataPlane plane, RecordCodec codec, TaskLimits limits) {
        AlignmentMode alignment() {
            return graph.checkpointing().map(Checkpointing::mode).orElse(AlignmentMode.EXACTLY_ONCE);
        }

        JobFacts facts() {
            return new JobFacts(job, graph.checkpointing().isPresent());
        }
    }

    TaskWiring(Shared shared, AttemptId attempt, RestorePoint restore) {
        this.shared = shared;
        this.attempt = attempt;
        this.task = new Task(
                new TaskSpec(
                        shared.facts(),
                        shared.plan(),
                        attempt,
                        shared.limits().channel(),
                        shared.limits().watermarks(),
                        shared.limits().sinkFlushMs(),
                        new TaskSpec.Barriers(shared.alignment(), restore.minCheckpoint())),
                channel -> sinks.computeIfAbsent(channel, id -> new PeerSink()));
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
        return new TaskLocation(shared.node(), loop);
    }

    long tickMs() {
        return Math.max(1, shared.limits().channel().flushMs());
    }

    /** Makes the channels reachable; on the task's context. */
    void open(TaskEndpoint endpoint) {
        loop = shared.plane().loopOfCurrentThread();
        shared.plane().open(job(), inputs(), outputs(), endpoint, shared.codec());
    }

    void close(TaskEndpoint endpoint) {
        shared.plane().close(job(), inputs(), outputs(), endpoint);
    }

    private List<ChannelId> inputs() {
        return shared.plan().inputs(attempt.task());
    }

    private List<ChannelId> outputs() {
        return shared.plan().outputs(attempt.task());
    }

    /** Points all channels at their peers, and asks the producers to begin. */
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
        sink.connect(shared.plane().sink(job(), peer.channel(), peer.location(), shared.codec()));
    }
}
