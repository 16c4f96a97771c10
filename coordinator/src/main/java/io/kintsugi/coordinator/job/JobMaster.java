package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.RestorePoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides the life of one job: events come in, commands go out, nothing else happens here. The picture of its states is
 * at {@link JobState}, this is the way of the usual job:
 *
 * <pre>
 * DeployTask to all ──all deployed──▶ ConnectTask to all ──all running──▶ work ──all finished──▶ ReleaseJob to all workers
 * </pre>
 *
 * Reports of another attempt and of tasks that are gone change nothing. Not for several threads.
 */
public final class JobMaster {
    private final JobSpec spec;
    private final Term term;
    private final CoordinatorSettings settings;
    private final Map<TaskId, TaskExecution> tasks = new LinkedHashMap<>();
    private final TreeSet<NodeId> lost = new TreeSet<>();
    private final CommandNeed.Of need = new CommandNeed.Of(this::task, this::state);
    private final long submittedAtMs;
    private List<JobCommand> commands = new ArrayList<>();
    private JobState state = JobState.DEPLOYING;
    /** Null once the job has ended, since it holds the user's classes. */
    private @Nullable Plan plan;

    private @Nullable StopMode stopMode;
    private @Nullable Failure failure;
    private long endedAtMs;

    /** A job that has been placed; {@link JobEvent.JobSubmitted} sets it going. */
    public JobMaster(JobToRun job, CoordinatorSettings settings, long nowMs) {
        this.spec = job.spec();
        this.term = job.term();
        this.plan = job.plan();
        this.settings = settings;
        this.submittedAtMs = nowMs;
        for (TaskId id : job.plan().tasks()) {
            NodeId worker = job.placement().workers().get(id);
            if (worker == null) {
                throw new IllegalArgumentException("job " + id() + ": task " + id + " was not placed");
            }
            tasks.put(id, new TaskExecution(id, job.plan().vertex(id), worker));
        }
    }

    public JobId id() {
        return spec.id();
    }

    public JobState state() {
        return state;
    }

    /** All that is known; tasks chain by chain. */
    public JobStatus status() {
        return new JobStatus(
                spec,
                state,
                submittedAtMs,
                endedAtMs,
                failure,
                tasks.values().stream().map(TaskExecution::status).toList());
    }

    List<JobCommand> begin() {
        tasks.values()
                .forEach(task ->
                        send(task, attempt -> new WorkerCommand.DeployTask(term, spec, attempt, RestorePoint.empty())));
        commands.add(new JobCommand.StartTimer(new JobEvent.DeployDeadlinePassed(), settings.deployTimeoutMs()));
        return take();
    }

    List<JobCommand> workerTold(WorkerEvent event, long nowMs) {
        task(event.job(), event.attempt())
                .filter(task -> !task.isGone())
                .ifPresent(task -> event.handle(new TaskEvents(task, nowMs)));
        return take();
    }

    /** Counts also what arrives after the end. */
    List<JobCommand> counted(TaskReport report) {
        report.tasks()
                .forEach(counters -> task(report.job(), counters.attempt()).ifPresent(task -> task.count(counters)));
        return take();
    }

    /** All tasks of a lost worker are one incident. */
    List<JobCommand> workerLost(NodeId worker, long nowMs) {
        lost.add(worker);
        List<TaskExecution> gone = tasksThat(task -> task.worker().equals(worker) && !task.isGone());
        if (!gone.isEmpty()) {
            Failure cause = Causes.workerLost(worker, gone);
            gone.forEach(task -> moved(task.failedWith(cause)));
            tasksFailed(cause, nowMs);
        }
        return take();
    }

    /** A mode that is not stronger than the one before changes nothing, nor does any once the job fails or has ended. */
    List<JobCommand> stop(StopMode mode, long nowMs) {
        boolean first = state == JobState.DEPLOYING || state == JobState.RUNNING;
        if (!first && !(state == JobState.STOPPING && mode.isStrongerThan(stopMode()))) {
            return take();
        }
        stopMode = mode;
        if (first) {
            moveTo(JobState.STOPPING, "asked to stop: " + mode);
        }
        if (mode == StopMode.NOW) {
            cancelAll("asked to stop now");
        } else {
            tasksThat(task -> task.state() == TaskState.RUNNING).forEach(this::drain);
        }
        endIfAllGone(nowMs);
        return take();
    }

    List<JobCommand> commandRefused(NodeId worker, WorkerCommand command, Failure refusal, long nowMs) {
        if (isWanted(worker, command)) {
            giveUp(command.handle(need).refused(), Causes.refused(worker, command, refusal), nowMs);
        }
        return take();
    }

    List<JobCommand> commandUnanswered(NodeId worker, WorkerCommand command, int sends, long nowMs) {
        if (isWanted(worker, command)) {
            if (sends >= settings.commandSendsMax()) {
                giveUp(command.handle(need).unanswered(), Causes.unanswered(worker, command, sends), nowMs);
            } else {
                JobEvent repeat = new JobEvent.RepeatDue(worker, command, sends + 1);
                commands.add(new JobCommand.StartTimer(repeat, settings.commandRepeatMs()));
            }
        }
        return take();
    }

    List<JobCommand> repeat(NodeId worker, WorkerCommand command, int sends) {
        if (isWanted(worker, command)) {
            commands.add(new JobCommand.SendToWorker(worker, command, sends));
        }
        return take();
    }

    List<JobCommand> deployDeadlinePassed(long nowMs) {
        List<TaskExecution> late =
                tasksThat(task -> task.state() == TaskState.DEPLOYING || task.state() == TaskState.DEPLOYED);
        if (!late.isEmpty()) {
            failJob(Causes.notRunning(late, settings.deployTimeoutMs()), nowMs);
        }
        return take();
    }

    List<JobCommand> cancelDeadlinePassed(long nowMs) {
        List<TaskExecution> stuck = tasksThat(task -> task.state() == TaskState.CANCELING);
        if (!stuck.isEmpty()) {
            Failure cause = Causes.notCanceled(stuck, settings.cancelTimeoutMs());
            stuck.forEach(task -> moved(task.failedWith(cause)));
            failJob(cause, nowMs);
        }
        return take();
    }

    /** What a worker says about one task that is not gone; returns the task. */
    private final class TaskEvents implements WorkerEvent.Handler<TaskExecution> {
        private final TaskExecution task;
        private final long nowMs;

        TaskEvents(TaskExecution task, long nowMs) {
            this.task = task;
            this.nowMs = nowMs;
        }

        @Override
        public TaskExecution deployed(WorkerEvent.TaskDeployed event) {
            if (task.state() == TaskState.DEPLOYING) {
                moved(task.deployedAt(event.location()));
                connectIfAllDeployed();
            }
            return task;
        }

        @Override
        public TaskExecution running(WorkerEvent.TaskRunning event) {
            if (task.state() == TaskState.DEPLOYED) {
                moved(task.moveTo(TaskState.RUNNING, "all channels connected"));
                runIfAllRun();
                drain(task);
            }
            return task;
        }

        @Override
        public TaskExecution finished(WorkerEvent.TaskFinished event) {
            if (task.state() == TaskState.DEPLOYED) {
                moved(task.moveTo(TaskState.RUNNING, "finished before it was heard to run"));
            }
            if (task.state() == TaskState.RUNNING || task.state() == TaskState.CANCELING) {
                moved(task.moveTo(TaskState.FINISHED, "at its end"));
                runIfAllRun();
                endIfAllGone(nowMs);
            }
            return task;
        }

        @Override
        public TaskExecution failed(WorkerEvent.TaskFailed event) {
            taskFailed(task, event.failure(), nowMs);
            return task;
        }

        @Override
        public TaskExecution canceled(WorkerEvent.TaskCanceled event) {
            if (task.state() == TaskState.CANCELING) {
                moved(task.moveTo(TaskState.CANCELED, "as asked"));
                endIfAllGone(nowMs);
            } else {
                taskFailed(task, Causes.stoppedUnasked(), nowMs);
            }
            return task;
        }

        @Override
        public TaskExecution acked(WorkerEvent.CheckpointAcked event) {
            return task;
        }

        @Override
        public TaskExecution declined(WorkerEvent.CheckpointDeclined event) {
            return task;
        }

        @Override
        public TaskExecution stored(WorkerEvent.StateStored event) {
            return task;
        }

        @Override
        public TaskExecution ended(WorkerEvent.TaskEnded event) {
            return task;
        }

        @Override
        public TaskExecution unreadable(WorkerEvent.StateUnreadable event) {
            taskFailed(task, event.failure(), nowMs);
            return task;
        }
    }

    private void connectIfAllDeployed() {
        if (plan == null
                || !tasksThat(task -> task.state() != TaskState.DEPLOYED).isEmpty()) {
            return;
        }
        Wiring wiring = new Wiring(plan, tasks);
        for (TaskExecution task : tasks.values()) {
            send(
                    task,
                    attempt -> new WorkerCommand.ConnectTask(
                            term, id(), attempt, wiring.inputs(task), wiring.outputs(task)));
        }
    }

    private void runIfAllRun() {
        if (state == JobState.DEPLOYING && tasksThat(task -> !task.hasRun()).isEmpty()) {
            moveTo(JobState.RUNNING, "all tasks run");
        }
    }

    /** Ends the input of a running source, if the job drains; other tasks end when their inputs do. */
    private void drain(TaskExecution task) {
        if (stopMode == StopMode.DRAIN && state == JobState.STOPPING && task.isSource()) {
            send(task, attempt -> new WorkerCommand.DrainTask(term, id(), attempt));
        }
    }

    private void taskFailed(TaskExecution task, Failure why, long nowMs) {
        moved(task.failedWith(why));
        tasksFailed(Causes.ofJob(task, why), nowMs);
    }

    /** The one place that decides what the failure of tasks means: it ends the job, unless all of it was to go anyway. */
    private void tasksFailed(Failure cause, long nowMs) {
        if (state == JobState.STOPPING && stopMode == StopMode.NOW) {
            endIfAllGone(nowMs);
        } else {
            failJob(cause, nowMs);
        }
    }

    private void failJob(Failure cause, long nowMs) {
        if (state != JobState.FAILING) {
            failure = cause;
            moveTo(JobState.FAILING, cause.toString());
        }
        cancelAll("the job fails");
        endIfAllGone(nowMs);
    }

    private void cancelAll(String reason) {
        List<TaskExecution> left = tasksThat(task -> !task.isGone() && task.state() != TaskState.CANCELING);
        for (TaskExecution task : left) {
            moved(task.moveTo(TaskState.CANCELING, reason));
            send(task, attempt -> new WorkerCommand.CancelTask(term, id(), attempt));
        }
        if (!left.isEmpty()) {
            commands.add(new JobCommand.StartTimer(new JobEvent.CancelDeadlinePassed(), settings.cancelTimeoutMs()));
        }
    }

    private void endIfAllGone(long nowMs) {
        if (!tasksThat(task -> !task.isGone()).isEmpty()) {
            return;
        }
        endedAtMs = nowMs;
        switch (state) {
            case RUNNING -> moveTo(JobState.FINISHED, "all tasks finished");
            case STOPPING -> moveTo(JobState.STOPPED, "all tasks are gone");
            case FAILING -> moveTo(JobState.FAILED, "all tasks are gone");
            default -> throw new IllegalStateException("job " + id() + " is " + state + " with all tasks gone");
        }
        plan = null;
        TreeSet<NodeId> workers = new TreeSet<>();
        tasks.values().forEach(task -> workers.add(task.worker()));
        workers.removeAll(lost);
        WorkerCommand release = new WorkerCommand.ReleaseJob(term, id());
        workers.forEach(worker -> commands.add(new JobCommand.SendToWorker(worker, release, 1)));
        commands.add(new JobCommand.EndJob(status()));
    }

    private boolean isWanted(NodeId worker, WorkerCommand command) {
        return !lost.contains(worker) && command.handle(need).wanted();
    }

    private void giveUp(Optional<TaskExecution> dependent, Failure why, long nowMs) {
        dependent.ifPresentOrElse(
                task -> taskFailed(task, why, nowMs), () -> commands.add(new JobCommand.Warn(why.message())));
    }

    /** The task whose current attempt this is. */
    private Optional<TaskExecution> task(JobId of, AttemptId attempt) {
        return of.equals(id())
                ? Optional.ofNullable(tasks.get(attempt.task()))
                        .filter(task -> task.attempt().equals(attempt))
                : Optional.empty();
    }

    private List<TaskExecution> tasksThat(Predicate<TaskExecution> condition) {
        return tasks.values().stream().filter(condition).toList();
    }

    private void send(TaskExecution task, Function<AttemptId, WorkerCommand> command) {
        commands.add(new JobCommand.SendToWorker(task.worker(), command.apply(task.attempt()), 1));
    }

    private StopMode stopMode() {
        return stopMode == null ? StopMode.DRAIN : stopMode;
    }

    private void moved(TaskTransition transition) {
        commands.add(new JobCommand.TellTaskMoved(transition));
    }

    /** The only place where the state changes; an edge that is not in the picture throws. */
    private void moveTo(JobState next, String reason) {
        if (!state.canBecome(next)) {
            throw new IllegalStateException("job %s cannot go from %s to %s (%s)".formatted(id(), state, next, reason));
        }
        commands.add(new JobCommand.TellJobMoved(new JobTransition(id(), state, next, reason)));
        state = next;
    }

    private List<JobCommand> take() {
        List<JobCommand> taken = commands;
        commands = new ArrayList<>();
        return taken;
    }
}
