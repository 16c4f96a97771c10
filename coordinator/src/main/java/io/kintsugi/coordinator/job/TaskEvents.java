package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPositions;

/**
 * What a worker says about the current attempt of a task that is not gone; returns the task. A task that is to go anyway
 * is gone however it goes.
 */
final class TaskEvents implements WorkerEvent.Handler<TaskExecution> {
    private final Master master;
    private final Checkpoints checkpoints;
    private final Recoveries recoveries;
    private final Outbox out;
    private final TaskExecution task;
    private final long nowMs;

    /** What the events change beside the task. */
    record Parts(Master master, Checkpoints checkpoints, Recoveries recoveries, Outbox out) {}

    TaskEvents(Parts parts, TaskExecution task, long nowMs) {
        this.master = parts.master();
        this.checkpoints = parts.checkpoints();
        this.recoveries = parts.recoveries();
        this.out = parts.out();
        this.task = task;
        this.nowMs = nowMs;
    }

    @Override
    public TaskExecution deployed(WorkerEvent.TaskDeployed event) {
        if (task.state() == TaskState.DEPLOYING) {
            out.moved(task.deployedAt(event.location()));
        }
        return task;
    }

    @Override
    public TaskExecution running(WorkerEvent.TaskRunning event) {
        task.link();
        runs("all channels connected");
        return task;
    }

    private void runs(String reason) {
        if (task.state() == TaskState.DEPLOYED) {
            out.moved(task.moveTo(TaskState.RUNNING, reason));
            recoveries.reached(task.id(), RecoveryStage.RECONNECTED, nowMs);
            master.drainIfAsked(task);
        }
    }

    @Override
    public TaskExecution finished(WorkerEvent.TaskFinished event) {
        runs("finished before it was heard to run");
        if (task.state() == TaskState.RUNNING || task.state() == TaskState.CANCELING) {
            out.moved(task.moveTo(TaskState.FINISHED, "at its end"));
        }
        return task;
    }

    @Override
    public TaskExecution failed(WorkerEvent.TaskFailed event) {
        fail(event.failure(), event.failedAtMs(), event.last());
        return task;
    }

    private void fail(Failure why, long failedAtMs, ChannelPositions last) {
        if (task.state() == TaskState.CANCELING) {
            out.moved(task.failedWith(why, last));
        } else {
            master.taskFailed(task, why, failedAtMs, last);
        }
    }

    @Override
    public TaskExecution canceled(WorkerEvent.TaskCanceled event) {
        if (task.state() == TaskState.CANCELING) {
            out.moved(task.canceledAt(event.last()));
        } else if (!master.handedOver(task, event.last())) {
            fail(Causes.stoppedUnasked(), 0, event.last());
        }
        return task;
    }

    @Override
    public TaskExecution acked(WorkerEvent.CheckpointAcked event) {
        checkpoints.take(
                task.state() == TaskState.RUNNING
                        ? new CheckpointEvent.Acked(event.checkpoint(), event.version())
                        : new CheckpointEvent.CameLate(event.version()),
                nowMs);
        return task;
    }

    @Override
    public TaskExecution declined(WorkerEvent.CheckpointDeclined event) {
        checkpoints.take(
                new CheckpointEvent.Declined(event.checkpoint(), task.id(), event.storage(), event.reason()), nowMs);
        return task;
    }

    @Override
    public TaskExecution stored(WorkerEvent.StateStored event) {
        checkpoints.take(
                task.state() == TaskState.RUNNING
                        ? new CheckpointEvent.StoredBetweenBarriers(event.version())
                        : new CheckpointEvent.CameLate(event.version()),
                nowMs);
        return task;
    }

    @Override
    public TaskExecution ended(WorkerEvent.TaskEnded event) {
        runs("ended before it was heard to run");
        checkpoints.take(
                task.state() == TaskState.RUNNING
                        ? new CheckpointEvent.Ended(event.version())
                        : new CheckpointEvent.CameLate(event.version()),
                nowMs);
        return task;
    }

    /** The master of a job in batch mode takes it, whether the task is gone by then or not. */
    @Override
    public TaskExecution superstep(WorkerEvent.SuperstepStored event) {
        return task;
    }

    @Override
    public TaskExecution unreadable(WorkerEvent.StateUnreadable event) {
        boolean restarts = task.state() == TaskState.CANCELING;
        out.moved(task.failedWith(event.failure()));
        checkpoints.foundUnreadable(task, event.version(), event.failure(), nowMs);
        master.stateUnreadable(task, event.failure(), restarts);
        return task;
    }

    /** The job master takes it, from whichever attempt it comes. */
    @Override
    public TaskExecution lost(WorkerEvent.RecordsLost event) {
        return task;
    }

    /** The job master takes what is told of spares: they are not tasks. */
    @Override
    public TaskExecution ready(WorkerEvent.SpareReady event) {
        return task;
    }

    @Override
    public TaskExecution failed(WorkerEvent.SpareFailed event) {
        return task;
    }

    @Override
    public TaskExecution reached(WorkerEvent.StageReached event) {
        recoveries.reached(task.id(), event.stage(), event.atMs());
        return task;
    }
}
