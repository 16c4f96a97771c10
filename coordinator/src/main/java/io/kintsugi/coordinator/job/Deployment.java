package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.snapshot.RestorePoint;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Brings tasks to their workers and takes them away again. Those that are deployed together are connected together:
 *
 * <pre>
 * DeployTask to all ──all deployed──▶ ConnectTask to all ──▶ running
 * </pre>
 */
final class Deployment {
    private final JobToRun job;
    private final CoordinatorSettings settings;
    private final JobTasks tasks;
    private final Outbox out;
    private List<TaskExecution> together = List.of();
    /** Null once the job has ended, since it holds the user's classes. */
    private @Nullable Plan plan;

    Deployment(JobToRun job, CoordinatorSettings settings, JobTasks tasks, Outbox out) {
        this.job = job;
        this.settings = settings;
        this.tasks = tasks;
        this.out = out;
        this.plan = job.plan();
    }

    /** Orders the current attempts of these tasks, all of a region or of several. */
    void deploy(Collection<TaskExecution> those, Function<TaskExecution, RestorePoint> restore) {
        together = List.copyOf(those);
        for (TaskExecution task : together) {
            RestorePoint from = restore.apply(task);
            send(task, attempt -> new WorkerCommand.DeployTask(job.term(), job.spec(), attempt, from));
        }
        List<AttemptId> attempts = attempts(together);
        out.startTimer(new JobEvent.DeployDeadlinePassed(attempts), settings.deployTimeoutMs());
    }

    void connectIfAllAreDeployed() {
        if (plan == null || together.stream().anyMatch(task -> task.state() != TaskState.DEPLOYED)) {
            return;
        }
        Wiring wiring = new Wiring(plan, tasks.byId());
        for (TaskExecution task : together) {
            send(
                    task,
                    attempt -> new WorkerCommand.ConnectTask(
                            job.term(), id(), attempt, wiring.inputs(task), wiring.outputs(task)));
        }
    }

    /** Ends the input of a source. */
    void drain(TaskExecution source) {
        send(source, attempt -> new WorkerCommand.DrainTask(job.term(), id(), attempt));
    }

    /** Fails a task as if a function of it had thrown. */
    void fail(TaskExecution task) {
        send(task, attempt -> new WorkerCommand.FailTask(job.term(), id(), attempt));
    }

    /** Takes away those that are not gone and not about to go. */
    void cancel(Collection<TaskExecution> those, String reason) {
        List<TaskExecution> left = those.stream()
                .filter(task -> !task.isGone() && task.state() != TaskState.CANCELING)
                .toList();
        for (TaskExecution task : left) {
            out.moved(task.moveTo(TaskState.CANCELING, reason));
            send(task, attempt -> new WorkerCommand.CancelTask(job.term(), id(), attempt));
        }
        if (!left.isEmpty()) {
            out.startTimer(new JobEvent.CancelDeadlinePassed(attempts(left)), settings.cancelTimeoutMs());
        }
    }

    /** The job has ended: nobody needs its plan and its classes any more. */
    void release() {
        plan = null;
        together = List.of();
        WorkerCommand release = new WorkerCommand.ReleaseJob(job.term(), id());
        tasks.workers().forEach(worker -> out.send(worker, release));
    }

    private JobId id() {
        return job.spec().id();
    }

    private void send(TaskExecution task, Function<AttemptId, WorkerCommand> command) {
        out.send(task.worker(), command.apply(task.attempt()));
    }

    private static List<AttemptId> attempts(List<TaskExecution> those) {
        return those.stream().map(TaskExecution::attempt).toList();
    }
}
