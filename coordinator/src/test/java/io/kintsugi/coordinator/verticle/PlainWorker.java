package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.bus.SupersededException;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.protocol.WorkerInventory;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A worker without tasks: it says what a worker says, and nothing runs. */
final class PlainWorker implements WorkerCommand.Handler<Future<Void>> {
    private final Member member;
    private final NodeId leader;
    private final ControlBus bus;
    private final SnapshotStore snapshots;
    private final List<WorkerCommand> commands = new CopyOnWriteArrayList<>();
    private final Map<TaskId, AttemptId> connected = new ConcurrentHashMap<>();
    private final AtomicLong versions = new AtomicLong();
    private volatile boolean writes = true;
    private volatile Term highest = Term.NONE;

    /** With two slots. */
    /** In its first incarnation. */
    PlainWorker(Vertx vertx, String name, NodeId leader, SnapshotStore snapshots) throws Exception {
        this(vertx, new NodeId(name, name + "1"), leader, snapshots);
    }

    PlainWorker(Vertx vertx, NodeId id, NodeId leader, SnapshotStore snapshots) throws Exception {
        this.member = new Member(id, EnumSet.of(Role.WORKER), 2, "");
        this.snapshots = snapshots;
        this.leader = leader;
        this.bus = ControlBus.start(vertx, id)
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        bus.onCommand(command -> {
            if (command.term().compareTo(highest) < 0) {
                return Future.failedFuture(new SupersededException("this worker has seen term " + highest.value()));
            }
            commands.add(command);
            return command.handle(this);
        });
        bus.onGreeting(term -> {
            highest = term;
            return Future.succeededFuture(new WorkerInventory(id, List.of()));
        });
    }

    Member member() {
        return member;
    }

    NodeId id() {
        return member.id();
    }

    /** All that it was told, in order. */
    List<WorkerCommand> commands() {
        return commands;
    }

    /** The tasks that it was told to begin, in order. */
    List<WorkerCommand.DeployTask> deployments() {
        return commands.stream()
                .filter(WorkerCommand.DeployTask.class::isInstance)
                .map(WorkerCommand.DeployTask.class::cast)
                .toList();
    }

    void report(TaskReport report) {
        bus.report(leader, report);
    }

    /** Ends every task that it was told to connect. */
    void finishAll() {
        for (WorkerCommand command : commands) {
            if (command instanceof WorkerCommand.ConnectTask connect) {
                tell(new WorkerEvent.TaskFinished(connect.job(), connect.attempt()));
            }
        }
    }

    void fail(String task) {
        AttemptId attempt = connected.get(TaskId.parse(task));
        tell(new WorkerEvent.TaskFailed(new JobId("clicks", 1), attempt, new Failure("Fault", "of the test", "")));
    }

    /** From now on it acknowledges states that it has not stored. */
    void forgetToWrite() {
        writes = false;
    }

    /** Stores the state of every task here as if it had none but sources and sinks, and all of them. */
    private void acknowledge(JobId job, long checkpoint) {
        connected.values().stream()
                .filter(attempt -> !attempt.task().vertex().equals("work"))
                .forEach(attempt -> {
                    VersionId id = new VersionId(job, attempt, versions.incrementAndGet());
                    SnapshotStore.Stored stored =
                            writes ? snapshots.write(id, out -> out.write(1)) : new SnapshotStore.Stored(1, 0);
                    StateVersion version = new StateVersion(
                            id, checkpoint, false, stored.bytes(), stored.checksum(), List.of(), List.of());
                    tell(new WorkerEvent.CheckpointAcked(job, attempt, checkpoint, version));
                });
    }

    private Future<Void> tell(WorkerEvent event) {
        bus.event(leader, event);
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> deploy(WorkerCommand.DeployTask command) {
        TaskLocation location = new TaskLocation(id(), 0);
        return tell(new WorkerEvent.TaskDeployed(command.job(), command.attempt(), location));
    }

    @Override
    public Future<Void> connect(WorkerCommand.ConnectTask command) {
        connected.put(command.attempt().task(), command.attempt());
        return tell(new WorkerEvent.TaskRunning(command.job(), command.attempt()));
    }

    @Override
    public Future<Void> handOver(WorkerCommand.HandOverTask command) {
        return cancel(new WorkerCommand.CancelTask(command.term(), command.job(), command.attempt()));
    }

    @Override
    public Future<Void> drain(WorkerCommand.DrainTask command) {
        return tell(new WorkerEvent.TaskFinished(command.job(), command.attempt()));
    }

    @Override
    public Future<Void> cancel(WorkerCommand.CancelTask command) {
        connected.remove(command.attempt().task(), command.attempt());
        return tell(new WorkerEvent.TaskCanceled(command.job(), command.attempt(), ChannelPositions.none()));
    }

    @Override
    public Future<Void> release(WorkerCommand.ReleaseJob command) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> trigger(WorkerCommand.TriggerCheckpoint command) {
        acknowledge(command.job(), command.checkpoint());
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> abort(WorkerCommand.AbortCheckpoint command) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> complete(WorkerCommand.CompleteCheckpoint command) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> finish(WorkerCommand.FinishTasks command) {
        connected.values().forEach(attempt -> tell(new WorkerEvent.TaskFinished(command.job(), attempt)));
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> fail(WorkerCommand.FailTask command) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> detach(WorkerCommand.DetachPeers command) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> prepare(WorkerCommand.PrepareSpare command) {
        tell(new WorkerEvent.SpareReady(command.job(), command.spare()));
        return Future.succeededFuture();
    }
}
