package io.kintsugi.testkit;

import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.WatermarkSettings;
import io.kintsugi.core.element.RequiresPipelinedException;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.inventory.JobMemory;
import io.kintsugi.worker.task.CapturedState;
import io.kintsugi.worker.task.Progress;
import io.kintsugi.worker.task.Task;
import io.kintsugi.worker.task.TaskSpec;
import io.kintsugi.worker.task.TaskTimes;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Function;

/** A worker with real tasks, as far as jobs in batch mode need one. */
final class BatchWorker {
    private static final TaskTimes NO_TIMES = new TaskTimes(0, 0, 0);

    private final NodeId node;
    private final Plan plan;
    private final BatchCluster cluster;
    private final JobMemory memory = new JobMemory(BatchCluster.SPEC);
    private final MemoryPartitions partitions = new MemoryPartitions();
    private final Map<TaskId, Attempt> attempts = new TreeMap<>();
    private Term highest = Term.NONE;

    private static final class Attempt {
        private final AttemptId id;
        private final Task task;
        private final Map<ChannelId, ChannelPeer> peers = new TreeMap<>();
        private final Queue<Frame> arrived = new ArrayDeque<>();
        private boolean ordered;
        private boolean running;
        private boolean finished;

        Attempt(AttemptId id, Function<Attempt, Task> made) {
            this.id = id;
            this.task = made.apply(this);
        }
    }

    BatchWorker(NodeId node, Plan plan, BatchCluster cluster) {
        this.node = node;
        this.plan = plan;
        this.cluster = cluster;
    }

    int running() {
        return (int) attempts.values().stream()
                .filter(attempt -> attempt.running && !attempt.finished)
                .count();
    }

    /** From here on it takes no orders of an earlier leader. */
    JobInventory greeted(Term term) {
        highest = term;
        return memory.inventory();
    }

    void take(WorkerCommand command) {
        if (command.term().compareTo(highest) < 0) {
            return;
        }
        highest = command.term();
        memory.ordered(command);
        if (command instanceof WorkerCommand.DeployTask deploy) {
            deploy(deploy.attempt(), deploy.restore());
        } else if (command instanceof WorkerCommand.ConnectTask connect) {
            connect(connect);
        } else if (command instanceof WorkerCommand.CancelTask cancel) {
            Attempt attempt = attempts.get(cancel.attempt().task());
            if (attempt != null && attempt.id.equals(cancel.attempt())) {
                drop(attempt);
            }
            tell(new WorkerEvent.TaskCanceled(BatchCluster.JOB, cancel.attempt(), ChannelPositions.none()));
        }
    }

    private void deploy(AttemptId id, RestorePoint restore) {
        Attempt before = attempts.get(id.task());
        if (before != null) {
            drop(before);
        }
        TaskSpec spec = new TaskSpec(
                        BatchCluster.JOB,
                        plan,
                        id,
                        ChannelSettings.defaults(),
                        WatermarkSettings.exact(),
                        1_000,
                        new TaskSpec.Checkpoints(null, restore.minCheckpoint()))
                .with(partitions);
        Attempt attempt = new Attempt(id, made -> new Task(spec, channel -> frame -> send(made, channel, frame)));
        attempt.task.open(restore.versions().stream().map(cluster.store()::read).toList(), restore.dropUnmatched());
        attempts.put(id.task(), attempt);
        tell(new WorkerEvent.TaskDeployed(BatchCluster.JOB, id, new TaskLocation(node, 0)));
    }

    private void drop(Attempt attempt) {
        attempts.remove(attempt.id.task());
        attempt.task.close();
        attempt.task.discardPartitions();
    }

    private void connect(WorkerCommand.ConnectTask command) {
        Attempt attempt = attempts.get(command.attempt().task());
        if (attempt == null || !attempt.id.equals(command.attempt())) {
            cluster.postToLeader(new JobEvent.CommandRefused(
                    node, command, new Failure("Refused", "no attempt " + command.attempt(), "")));
            return;
        }
        command.outputs().forEach(peer -> attempt.peers.put(peer.channel(), peer));
        command.inputs().forEach(peer -> attempt.peers.put(peer.channel(), peer));
        for (ChannelPeer peer : command.inputs()) {
            attempt.task.connect(peer.channel(), peer.attempt(), 0);
        }
        attempt.ordered = true;
    }

    private void send(Attempt from, ChannelId channel, Frame frame) {
        ChannelPeer peer = from.peers.get(channel);
        BatchWorker to = peer == null ? null : cluster.worker(peer.location().node());
        if (to != null) {
            TaskId producer = plan.producer(channel);
            TaskId other = producer.equals(from.id.task()) ? plan.consumer(channel) : producer;
            Attempt there = to.attempts.get(other);
            if (there != null) {
                there.arrived.add(frame);
            }
        }
    }

    /** One step of each task; whether there was something to do. */
    boolean work(long nowNs) {
        boolean worked = false;
        for (Attempt attempt : List.copyOf(attempts.values())) {
            try {
                worked |= work(attempt, nowNs);
            } catch (RuntimeException e) {
                fail(attempt.id, e);
            }
        }
        return worked;
    }

    private boolean work(Attempt attempt, long nowNs) {
        boolean worked = !attempt.arrived.isEmpty();
        for (Frame frame = attempt.arrived.poll(); frame != null; frame = attempt.arrived.poll()) {
            attempt.task.receive(frame, nowNs);
        }
        if (!attempt.ordered || attempt.finished) {
            return worked;
        }
        if (!attempt.running && attempt.task.connected()) {
            attempt.running = true;
            tell(new WorkerEvent.TaskRunning(BatchCluster.JOB, attempt.id));
        }
        Progress progress = attempt.task.step(nowNs);
        CapturedState captured = attempt.task.takeCaptured();
        if (captured != null) {
            VersionId id = new VersionId(BatchCluster.JOB, attempt.id, 1);
            try (captured) {
                SnapshotStore.Stored stored =
                        cluster.store().write(id, out -> captured.state().writeTo(out));
                tell(new WorkerEvent.SuperstepStored(
                        BatchCluster.JOB, attempt.id, captured.version(id, stored), captured.measure()));
            }
        }
        if (progress == Progress.FINISHED) {
            attempt.finished = true;
            report();
            tell(new WorkerEvent.TaskFinished(BatchCluster.JOB, attempt.id));
        }
        return worked || progress == Progress.WORKED || progress == Progress.FINISHED;
    }

    void tick(long nowNs) {
        attempts.values().forEach(attempt -> attempt.task.tick(nowNs));
    }

    /** The attempt is gone, with what it has kept. */
    void fail(AttemptId id, RuntimeException cause) {
        Attempt attempt = attempts.get(id.task());
        if (attempt != null && attempt.id.equals(id)) {
            drop(attempt);
            tell(new WorkerEvent.TaskFailed(BatchCluster.JOB, id, Failure.of(RequiresPipelinedException.in(cause))));
        }
    }

    /** So that the figures of a task are there before its end is known, as a worker does. */
    private void report() {
        List<TaskCounters> counters = attempts.values().stream()
                .map(attempt -> attempt.task.counters(NO_TIMES))
                .toList();
        cluster.take(new JobEvent.TasksCounted(new TaskReport(BatchCluster.JOB, node, counters)));
    }

    private void tell(WorkerEvent event) {
        memory.told(event);
        cluster.post(() -> cluster.take(new JobEvent.WorkerTold(event)));
    }
}
