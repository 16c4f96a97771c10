package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A worker without tasks: it says what a worker says, and nothing runs. */
final class PlainWorker implements WorkerCommand.Handler<Future<Void>> {
    private final Member member;
    private final NodeId leader;
    private final ControlBus bus;
    private final List<WorkerCommand> commands = new CopyOnWriteArrayList<>();

    PlainWorker(Vertx vertx, String name, int slots, NodeId leader) throws Exception {
        NodeId id = new NodeId(name, name + "1");
        this.member = new Member(id, EnumSet.of(Role.WORKER), slots, "");
        this.leader = leader;
        this.bus = ControlBus.start(vertx, id)
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        bus.onCommand(command -> {
            commands.add(command);
            return command.handle(this);
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
        return tell(new WorkerEvent.TaskRunning(command.job(), command.attempt()));
    }

    @Override
    public Future<Void> drain(WorkerCommand.DrainTask command) {
        return tell(new WorkerEvent.TaskFinished(command.job(), command.attempt()));
    }

    @Override
    public Future<Void> cancel(WorkerCommand.CancelTask command) {
        return tell(new WorkerEvent.TaskCanceled(command.job(), command.attempt()));
    }

    @Override
    public Future<Void> release(WorkerCommand.ReleaseJob command) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> trigger(WorkerCommand.TriggerCheckpoint command) {
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
        return Future.succeededFuture();
    }
}
