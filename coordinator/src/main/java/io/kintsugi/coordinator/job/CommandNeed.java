package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.WorkerCommand;
import java.util.Optional;

/**
 * Whether a command that was sent is still worth sending, and which task fails if it cannot be brought to its worker.
 *
 * @param refused the task that fails if the worker says no
 * @param unanswered the task that fails if the worker says nothing, however often it is asked
 */
record CommandNeed(boolean wanted, Optional<TaskExecution> refused, Optional<TaskExecution> unanswered) {
    private static CommandNeed optional(boolean wanted) {
        return new CommandNeed(wanted, Optional.empty(), Optional.empty());
    }

    /** Says it of the commands to one worker, from what the job master knows now. */
    record Of(NodeId worker, JobTasks tasks, Deployment deployment, Checkpoints checkpoints, Spares spares)
            implements WorkerCommand.Handler<CommandNeed> {
        @Override
        public CommandNeed deploy(WorkerCommand.DeployTask command) {
            return vital(taskIn(TaskState.DEPLOYING, command.job(), command.attempt()));
        }

        @Override
        public CommandNeed connect(WorkerCommand.ConnectTask command) {
            return vital(tasks.current(command.job(), command.attempt()).filter(task -> deployment.isNeeded(command)));
        }

        /** A source that ended by itself is not there to be drained, and says so in an event of its own. */
        @Override
        public CommandNeed drain(WorkerCommand.DrainTask command) {
            Optional<TaskExecution> task = taskIn(TaskState.RUNNING, command.job(), command.attempt());
            return new CommandNeed(task.isPresent(), Optional.empty(), task);
        }

        /** What becomes of a task that cannot be cancelled is decided at the deadline. */
        @Override
        public CommandNeed cancel(WorkerCommand.CancelTask command) {
            boolean ofSpare = spares.isPlace(command.attempt().task()) && !tasks.areGone();
            return optional(ofSpare
                    || taskIn(TaskState.CANCELING, command.job(), command.attempt())
                            .isPresent());
        }

        /** A task that cannot be heard of stays where it is until its worker is, or is lost. */
        @Override
        public CommandNeed handOver(WorkerCommand.HandOverTask command) {
            return optional(
                    taskIn(TaskState.RUNNING, command.job(), command.attempt()).isPresent());
        }

        @Override
        public CommandNeed release(WorkerCommand.ReleaseJob command) {
            return optional(tasks.areGone());
        }

        /** What comes of a trigger that is not heard is decided at the checkpoint's deadline. */
        @Override
        public CommandNeed trigger(WorkerCommand.TriggerCheckpoint command) {
            return optional(checkpoints.isWaiting(command.checkpoint())
                    && taskIn(TaskState.RUNNING, command.job(), command.attempt())
                            .isPresent());
        }

        /** The barriers of a later checkpoint overtake an abort that is not heard. */
        @Override
        public CommandNeed abort(WorkerCommand.AbortCheckpoint command) {
            return optional(!tasks.areGone());
        }

        /** The next one completes what this one would have. */
        @Override
        public CommandNeed complete(WorkerCommand.CompleteCheckpoint command) {
            return optional(!tasks.areGone() && checkpoints.isNewest(command.checkpoint()));
        }

        @Override
        public CommandNeed finish(WorkerCommand.FinishTasks command) {
            Optional<TaskExecution> unfinished =
                    tasks
                            .that(task -> task.state() == TaskState.RUNNING
                                    && task.worker().equals(worker))
                            .stream()
                            .findFirst();
            return checkpoints.isFinishing(command.checkpoint()) ? vital(unfinished) : optional(false);
        }

        /** Whoever asked for it asks again. */
        @Override
        public CommandNeed fail(WorkerCommand.FailTask command) {
            return optional(
                    taskIn(TaskState.RUNNING, command.job(), command.attempt()).isPresent());
        }

        /** A task that does not hear of it finds its peer silent, and waits for it. */
        @Override
        public CommandNeed detach(WorkerCommand.DetachPeers command) {
            boolean lives = tasks.current(command.job(), command.attempt())
                    .filter(TaskExecution::takesPart)
                    .isPresent();
            return optional(lives
                    && command.gone().stream()
                            .anyMatch(peer -> !tasks.get(peer.task()).isThere()));
        }

        /** Without it the job works as well, until a task of it fails. */
        @Override
        public CommandNeed prepare(WorkerCommand.PrepareSpare command) {
            return optional(spares.isPreparing(command.spare()) && !tasks.areGone());
        }

        private static CommandNeed vital(Optional<TaskExecution> task) {
            return new CommandNeed(task.isPresent(), task, task);
        }

        private Optional<TaskExecution> taskIn(TaskState waiting, JobId job, AttemptId attempt) {
            return tasks.current(job, attempt).filter(task -> task.state() == waiting);
        }
    }
}
