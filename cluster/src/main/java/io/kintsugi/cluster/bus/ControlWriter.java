package io.kintsugi.cluster.bus;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.protocol.Pulse;
import io.kintsugi.core.protocol.PulseAnswer;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.protocol.WorkerInventory;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.function.Supplier;

/** Writes the fields of each message; a new kind of message does not compile before it is written here. */
final class ControlWriter
        implements ControlMessage.Handler<ControlKind>,
                WorkerCommand.Handler<ControlKind>,
                WorkerEvent.Handler<ControlKind> {
    private final Buffer bytes;
    private final WireWriter out;

    ControlWriter(Buffer bytes) {
        this.bytes = bytes;
        this.out = new WireWriter(bytes);
    }

    /** Its kind, which is known only when it is written, and its fields. */
    void write(ControlMessage message) {
        writeKind(() -> message.handle(this));
    }

    private void writeKind(Supplier<ControlKind> fields) {
        int kindAt = bytes.length();
        bytes.appendByte((byte) 0);
        bytes.setByte(kindAt, (byte) fields.get().number);
    }

    @Override
    public ControlKind command(WorkerCommand command) {
        return command.handle(this);
    }

    @Override
    public ControlKind event(WorkerEvent event) {
        return event.handle(this);
    }

    @Override
    public ControlKind events(List<WorkerEvent> events) {
        out.list(events, event -> writeKind(() -> event(event)));
        return ControlKind.EVENTS;
    }

    @Override
    public ControlKind report(TaskReport report) {
        out.job(report.job());
        out.node(report.worker());
        out.list(report.tasks(), out::counters);
        return ControlKind.TASK_REPORT;
    }

    @Override
    public ControlKind greeting(ControlMessage.Greeting greeting) {
        out.node(greeting.from());
        out.term(greeting.term());
        return ControlKind.GREETING;
    }

    @Override
    public ControlKind inventory(WorkerInventory inventory) {
        out.node(inventory.worker());
        out.list(inventory.jobs(), out::jobInventory);
        return ControlKind.INVENTORY;
    }

    @Override
    public ControlKind pulse(Pulse pulse) {
        out.node(pulse.from());
        out.list(pulse.unreached(), out::node);
        return ControlKind.PULSE;
    }

    @Override
    public ControlKind answer(PulseAnswer answer) {
        out.number(answer.grantMs());
        out.number(answer.leaderSilentMs());
        out.flag(answer.givenUp());
        return ControlKind.PULSE_ANSWER;
    }

    @Override
    public ControlKind deploy(WorkerCommand.DeployTask command) {
        out.term(command.term());
        out.spec(command.spec());
        out.attempt(command.attempt());
        out.restore(command.restore());
        out.attemptOrNull(command.spare());
        return ControlKind.DEPLOY_TASK;
    }

    @Override
    public ControlKind connect(WorkerCommand.ConnectTask command) {
        about(command, command.attempt());
        out.list(command.inputs(), out::peer);
        out.list(command.outputs(), out::peer);
        return ControlKind.CONNECT_TASK;
    }

    @Override
    public ControlKind drain(WorkerCommand.DrainTask command) {
        about(command, command.attempt());
        return ControlKind.DRAIN_TASK;
    }

    @Override
    public ControlKind cancel(WorkerCommand.CancelTask command) {
        about(command, command.attempt());
        return ControlKind.CANCEL_TASK;
    }

    @Override
    public ControlKind release(WorkerCommand.ReleaseJob command) {
        about(command);
        return ControlKind.RELEASE_JOB;
    }

    @Override
    public ControlKind trigger(WorkerCommand.TriggerCheckpoint command) {
        about(command, command.attempt());
        out.number(command.checkpoint());
        out.number(command.triggeredAtMs());
        out.flag(command.stops());
        return ControlKind.TRIGGER_CHECKPOINT;
    }

    @Override
    public ControlKind abort(WorkerCommand.AbortCheckpoint command) {
        about(command);
        out.number(command.checkpoint());
        return ControlKind.ABORT_CHECKPOINT;
    }

    @Override
    public ControlKind complete(WorkerCommand.CompleteCheckpoint command) {
        about(command);
        out.number(command.checkpoint());
        return ControlKind.COMPLETE_CHECKPOINT;
    }

    @Override
    public ControlKind finish(WorkerCommand.FinishTasks command) {
        about(command);
        out.number(command.checkpoint());
        return ControlKind.FINISH_TASKS;
    }

    @Override
    public ControlKind fail(WorkerCommand.FailTask command) {
        about(command, command.attempt());
        return ControlKind.FAIL_TASK;
    }

    @Override
    public ControlKind handOver(WorkerCommand.HandOverTask command) {
        about(command, command.attempt());
        return ControlKind.HAND_OVER_TASK;
    }

    @Override
    public ControlKind deployed(WorkerEvent.TaskDeployed event) {
        about(event);
        out.location(event.location());
        return ControlKind.TASK_DEPLOYED;
    }

    @Override
    public ControlKind running(WorkerEvent.TaskRunning event) {
        about(event);
        return ControlKind.TASK_RUNNING;
    }

    @Override
    public ControlKind finished(WorkerEvent.TaskFinished event) {
        about(event);
        return ControlKind.TASK_FINISHED;
    }

    @Override
    public ControlKind failed(WorkerEvent.TaskFailed event) {
        about(event);
        out.failure(event.failure());
        out.number(event.failedAtMs());
        out.positions(event.last());
        return ControlKind.TASK_FAILED;
    }

    @Override
    public ControlKind canceled(WorkerEvent.TaskCanceled event) {
        about(event);
        out.positions(event.last());
        return ControlKind.TASK_CANCELED;
    }

    @Override
    public ControlKind acked(WorkerEvent.CheckpointAcked event) {
        about(event);
        out.number(event.checkpoint());
        out.state(event.version());
        return ControlKind.CHECKPOINT_ACKED;
    }

    @Override
    public ControlKind declined(WorkerEvent.CheckpointDeclined event) {
        about(event);
        out.number(event.checkpoint());
        out.flag(event.storage());
        out.text(event.reason());
        return ControlKind.CHECKPOINT_DECLINED;
    }

    @Override
    public ControlKind stored(WorkerEvent.StateStored event) {
        about(event);
        out.state(event.version());
        return ControlKind.STATE_STORED;
    }

    @Override
    public ControlKind ended(WorkerEvent.TaskEnded event) {
        about(event);
        out.state(event.version());
        return ControlKind.TASK_ENDED;
    }

    @Override
    public ControlKind superstep(WorkerEvent.SuperstepStored event) {
        about(event);
        out.state(event.version());
        out.number(Double.doubleToRawLongBits(event.measure()));
        return ControlKind.SUPERSTEP_STORED;
    }

    @Override
    public ControlKind unreadable(WorkerEvent.StateUnreadable event) {
        about(event);
        out.version(event.version());
        out.failure(event.failure());
        return ControlKind.STATE_UNREADABLE;
    }

    @Override
    public ControlKind detach(WorkerCommand.DetachPeers command) {
        about(command, command.attempt());
        out.list(command.gone(), out::attempt);
        return ControlKind.DETACH_PEERS;
    }

    @Override
    public ControlKind lost(WorkerEvent.RecordsLost event) {
        about(event);
        out.list(event.losses(), out::loss);
        return ControlKind.RECORDS_LOST;
    }

    @Override
    public ControlKind reached(WorkerEvent.StageReached event) {
        about(event);
        out.text(event.stage().name());
        out.number(event.atMs());
        return ControlKind.STAGE_REACHED;
    }

    @Override
    public ControlKind prepare(WorkerCommand.PrepareSpare command) {
        out.term(command.term());
        out.spec(command.spec());
        out.attempt(command.spare());
        return ControlKind.PREPARE_SPARE;
    }

    @Override
    public ControlKind ready(WorkerEvent.SpareReady event) {
        about(event);
        return ControlKind.SPARE_READY;
    }

    @Override
    public ControlKind failed(WorkerEvent.SpareFailed event) {
        about(event);
        out.failure(event.failure());
        return ControlKind.SPARE_FAILED;
    }

    private void about(WorkerCommand command) {
        out.term(command.term());
        out.job(command.job());
    }

    private void about(WorkerCommand command, AttemptId attempt) {
        about(command);
        out.attempt(attempt);
    }

    private void about(WorkerEvent event) {
        out.job(event.job());
        out.attempt(event.attempt());
    }
}
