package io.kintsugi.coordinator.job;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.StateVersion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Workers of the simplest kind. Tasks end by themselves, sources first. With faults, tasks fail, states are damaged or
 * cannot be stored, and workers die.
 */
final class SimulatedWorkers implements WorkerCommand.Handler<String> {
    private final SimulatedCluster cluster;
    private final SimulatedStore store;
    private final boolean checkpointed;
    private final SimulatedTasks tasks = new SimulatedTasks();
    private final SimulatedSpares spares;
    private final TreeSet<NodeId> dead = new TreeSet<>();
    /** Checkpoints that were asked for so that the job stops. */
    private final Set<Long> stopsWith = new TreeSet<>();

    private final Set<AttemptId> fenced = new LinkedHashSet<>();
    private final TreeSet<NodeId> releasedBy = new TreeSet<>();
    private NodeId receiver = Stories.W1;

    SimulatedWorkers(SimulatedCluster cluster, SimulatedStore store, boolean checkpointed) {
        this.cluster = cluster;
        this.store = store;
        this.checkpointed = checkpointed;
        this.spares = new SimulatedSpares(problem -> cluster.check(false, problem));
    }

    boolean isDead(NodeId worker) {
        return dead.contains(worker);
    }

    void die(NodeId worker) {
        dead.add(worker);
        tasks.removeAllOn(worker);
    }

    List<AttemptId> live() {
        return tasks.all();
    }

    String receive(NodeId worker, WorkerCommand command) {
        receiver = worker;
        return command.handle(this);
    }

    private void tell(NodeId worker, WorkerEvent event) {
        cluster.tell(worker, event);
    }

    @Override
    public String deploy(WorkerCommand.DeployTask command) {
        AttemptId attempt = command.attempt();
        boolean replaced = tasks.newest(attempt.task())
                .filter(live -> live.attempt.number() > attempt.number())
                .isPresent();
        if (fenced.contains(attempt)
                || replaced
                || cluster.leftBehind().contains(attempt)
                || releasedBy.contains(receiver)) {
            return "deploy, too late, " + attempt;
        }
        List<AttemptId> rivals = tasks.rivals(attempt);
        cluster.check(cluster.leftBehind().containsAll(rivals), "two attempts of a task live: " + attempt + rivals);
        if (tasks.get(attempt).isEmpty()) {
            spares.take(receiver, command);
            store.restore(attempt, command.restore().versions(), cluster.isExact());
            if (cluster.happens(20) && !command.restore().versions().isEmpty()) {
                return unreadable(command);
            }
        }
        SimulatedTasks.Live task = tasks.deploy(attempt, receiver, command.restore());
        cluster.check(task.worker.equals(receiver), attempt + " lives on two workers");
        TaskLocation location = new TaskLocation(receiver, attempt.task().subtask());
        tell(receiver, new WorkerEvent.TaskDeployed(command.job(), attempt, location));
        return "deploy " + attempt;
    }

    @Override
    public String prepare(WorkerCommand.PrepareSpare command) {
        NodeId worker = receiver;
        if (releasedBy.contains(worker) || !spares.asked(command.spare())) {
            return "prepare, too late, " + command.spare();
        }
        cluster.later(() -> opened(worker, command));
        return "prepare " + command.spare();
    }

    private void opened(NodeId worker, WorkerCommand.PrepareSpare command) {
        if (cluster.happens(5)) {
            Failure failure = new Failure("Fault", "no model", "");
            tell(worker, new WorkerEvent.SpareFailed(command.job(), command.spare(), failure));
        } else {
            spares.opened(worker, command.spare());
            tell(worker, new WorkerEvent.SpareReady(command.job(), command.spare()));
        }
    }

    int sparesUsed() {
        return spares.used();
    }

    private String unreadable(WorkerCommand.DeployTask command) {
        StateVersion version = command.restore().versions().get(0);
        store.damage(version);
        fenced.add(command.attempt());
        Failure failure = new Failure("Corrupt", "of the test", "");
        tell(receiver, new WorkerEvent.StateUnreadable(command.job(), command.attempt(), version.id(), failure));
        return "deploy, unreadable, " + command.attempt();
    }

    @Override
    public String connect(WorkerCommand.ConnectTask command) {
        tasks.get(command.attempt()).ifPresent(task -> {
            task.connect(command.inputs());
            task.connect(command.outputs());
            if (task.runs) {
                tell(task.worker, new WorkerEvent.TaskRunning(command.job(), task.attempt));
            }
        });
        runWhatIsConnected();
        return "connect " + command.attempt();
    }

    private void runWhatIsConnected() {
        for (SimulatedTasks.Live task : tasks.readyToRun()) {
            task.runs = true;
            tell(task.worker, new WorkerEvent.TaskRunning(Stories.JOB, task.attempt));
            mayEnd(task);
        }
    }

    /** A source ends some time, another task when all before it have. */
    private void mayEnd(SimulatedTasks.Live task) {
        boolean inputsEnded = tasks.haveInputsEnded(task.attempt.task());
        if (task.runs && !task.ending && (inputsEnded || !checkpointed)) {
            task.ending = true;
            cluster.later(() -> end(task));
        }
    }

    private void end(SimulatedTasks.Live task) {
        AttemptId attempt = task.attempt;
        if (tasks.get(attempt).isEmpty()) {
            return;
        }
        if (cluster.happens(10)) {
            gone(attempt);
            tell(
                    task.worker,
                    new WorkerEvent.TaskFailed(Stories.JOB, attempt, new Failure("Fault", "of the test", "")));
        } else if (!checkpointed) {
            finish(task);
        } else {
            task.ended = true;
            tell(task.worker, new WorkerEvent.TaskEnded(Stories.JOB, attempt, store.write(attempt, 0, true)));
            Stories.PLAN.outputs(attempt.task()).stream()
                    .map(Stories.PLAN::consumer)
                    .distinct()
                    .forEach(next -> tasks.newest(next).ifPresent(this::mayEnd));
        }
    }

    private void finish(SimulatedTasks.Live task) {
        fenced.add(task.attempt);
        tasks.finish(task.attempt);
        tell(task.worker, new WorkerEvent.TaskFinished(Stories.JOB, task.attempt));
        runWhatIsConnected();
    }

    /** What was there once is not made again by a command that comes late. */
    private void gone(AttemptId attempt) {
        tasks.remove(attempt);
        fenced.add(attempt);
    }

    @Override
    public String handOver(WorkerCommand.HandOverTask command) {
        return cancel(new WorkerCommand.CancelTask(command.term(), command.job(), command.attempt()));
    }

    @Override
    public String drain(WorkerCommand.DrainTask command) {
        TaskId task = command.attempt().task();
        cluster.check(task.vertex().equals("read"), "a task that is no source was drained: " + task);
        return "drain " + command.attempt();
    }

    @Override
    public String cancel(WorkerCommand.CancelTask command) {
        gone(command.attempt());
        tell(receiver, new WorkerEvent.TaskCanceled(command.job(), command.attempt(), ChannelPositions.none()));
        return "cancel " + command.attempt();
    }

    @Override
    public String release(WorkerCommand.ReleaseJob command) {
        cluster.check(cluster.state().isTerminal(), "released before its end");
        tasks.removeAllOn(receiver);
        releasedBy.add(receiver);
        return "release";
    }

    @Override
    public String trigger(WorkerCommand.TriggerCheckpoint command) {
        long checkpoint = command.checkpoint();
        if (command.stops()) {
            stopsWith.add(checkpoint);
        }
        SimulatedTasks.Live source = tasks.get(command.attempt()).orElse(null);
        if (source == null || !source.runs || source.ended || cluster.happens(30)) {
            tell(
                    receiver,
                    new WorkerEvent.CheckpointDeclined(
                            Stories.JOB, command.attempt(), checkpoint, cluster.happens(2), "of the test"));
            return "trigger, declined, #" + checkpoint;
        }
        cluster.check(checkpoint > source.restore.minCheckpoint(), "#" + checkpoint + " is not for " + source.attempt);
        if (source.barriers.add(checkpoint)) {
            cluster.later(() -> store(source, checkpoint));
            cluster.later(() -> barrier(checkpoint));
        }
        return "trigger #" + checkpoint;
    }

    private void store(SimulatedTasks.Live task, long checkpoint) {
        if (tasks.get(task.attempt).isPresent()) {
            StateVersion version = store.write(task.attempt, checkpoint, false);
            tell(task.worker, new WorkerEvent.CheckpointAcked(Stories.JOB, task.attempt, checkpoint, version));
        }
    }

    /** The sink stores its state once every source has sent the barrier or has ended before. */
    private void barrier(long checkpoint) {
        boolean arrived = List.of(new TaskId("read", 0), new TaskId("read", 1)).stream()
                .map(tasks::newest)
                .allMatch(source -> source.filter(live -> live.barriers.contains(checkpoint) || live.ended)
                        .isPresent());
        tasks.newest(new TaskId("write", 0))
                .filter(sink -> arrived && sink.runs && !sink.ended && sink.barriers.add(checkpoint))
                .ifPresent(sink -> cluster.later(() -> store(sink, checkpoint)));
    }

    @Override
    public String abort(WorkerCommand.AbortCheckpoint command) {
        return "abort #" + command.checkpoint();
    }

    @Override
    public String complete(WorkerCommand.CompleteCheckpoint command) {
        store.commit(command.checkpoint());
        return "complete #" + command.checkpoint();
    }

    @Override
    public String finish(WorkerCommand.FinishTasks command) {
        cluster.check(store.exists(command.checkpoint()), "finishes without a manifest");
        store.commit(command.checkpoint());
        for (SimulatedTasks.Live task : tasks.on(receiver)) {
            boolean meant = task.restore.minCheckpoint() < command.checkpoint();
            boolean stops = (stopsWith.contains(command.checkpoint()) && meant) || task.restore.held();
            cluster.check(
                    task.ended || stops || !meant || cluster.leftBehind().contains(task.attempt),
                    "finishes before its end: " + task.attempt);
            task.finishes = task.ended;
            if (task.ended ? task.endIsHeard : stops && task.runs) {
                finish(task);
            }
        }
        return "finish #" + command.checkpoint();
    }

    /** The leader knows of this event. */
    void heard(WorkerEvent event) {
        if (event instanceof WorkerEvent.TaskEnded ended) {
            tasks.get(ended.attempt()).filter(task -> task.ended).ifPresent(task -> {
                task.endIsHeard = true;
                if (task.finishes) {
                    finish(task);
                }
            });
        }
    }

    @Override
    public String fail(WorkerCommand.FailTask command) {
        throw new IllegalStateException("nobody asked for a failure");
    }

    @Override
    public String detach(WorkerCommand.DetachPeers command) {
        tasks.get(command.attempt())
                .ifPresent(task -> command.gone()
                        .forEach(peer -> task.peers
                                .entrySet()
                                .removeIf(end -> isEnd(
                                                end.getKey(),
                                                peer.task(),
                                                command.attempt().task())
                                        && end.getValue() <= peer.number())));
        return "detach " + command.attempt() + " from " + command.gone();
    }

    private static boolean isEnd(ChannelId channel, TaskId peer, TaskId of) {
        TaskId producer = Stories.PLAN.producer(channel);
        TaskId consumer = Stories.PLAN.consumer(channel);
        return (producer.equals(peer) && consumer.equals(of)) || (producer.equals(of) && consumer.equals(peer));
    }
}
