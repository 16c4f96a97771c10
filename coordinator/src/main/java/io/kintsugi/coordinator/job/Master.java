package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.checkpoint.Supersteps;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.StopRequest;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Decides the life of one job: a {@link JobEvent} comes in, with the time, and {@link JobCommand}s go out, in the order in
 * which they are to be done. Not for several threads.
 */
public abstract sealed class Master permits JobMaster, BatchMaster {
    final CoordinatorSettings settings;
    final Outbox out = new Outbox();
    final JobLife life;
    final JobTasks tasks;
    final Supersteps supersteps;
    final Deployment deployment;
    final Recoveries recoveries;
    final Checkpoints checkpoints;
    final Spares spares;
    long nowMs;

    private final Plan plan;
    private final SentCommands sent;

    Master(JobToRun job, CoordinatorSettings settings, RandomGenerator random, long nowMs) {
        this.settings = settings;
        this.nowMs = nowMs;
        this.plan = job.plan();
        this.life = new JobLife(job.spec(), out, nowMs);
        this.tasks = new JobTasks(job);
        this.supersteps = new Supersteps(job.supersteps());
        this.deployment = new Deployment(job, settings, tasks, supersteps, out);
        this.recoveries = new Recoveries(job, settings, out, random);
        this.checkpoints = new Checkpoints(
                job, tasks, out, new Checkpoints.Listener(this::failJob, recoveries::completed, this::standsStill));
        this.spares = new Spares(job, settings, tasks, out);
        this.sent = new SentCommands(
                settings, tasks, worker -> new CommandNeed.Of(worker, tasks, deployment, checkpoints, spares), out);
    }

    /**
     * A job that has been placed; {@link JobEvent.JobSubmitted} sets it going.
     *
     * @param random for the jitter of pauses
     */
    public static Master of(JobToRun job, CoordinatorSettings settings, RandomGenerator random, long nowMs) {
        return job.plan().isBatch()
                ? new BatchMaster(job, settings, random, nowMs)
                : new JobMaster(job, settings, random, nowMs);
    }

    public JobId id() {
        return life.id();
    }

    public JobState state() {
        return life.state();
    }

    /** All that is known; tasks chain by chain. */
    public abstract JobStatus status();

    /** Newest first, a bounded number; none for a job that stores no state. */
    public abstract List<CheckpointStatus> checkpoints();

    /** Newest first, a bounded number. */
    public List<RecoveryStatus> recoveries() {
        return recoveries.statuses();
    }

    /** The recovery of this number, if it is not forgotten. */
    public Optional<RecoveryStatus> recovery(long id) {
        return recoveries.recovery(id);
    }

    /** What recoveries have cost. */
    public LossStatus loss() {
        return recoveries.loss(nowMs);
    }

    /** Whether it stores its state. */
    public abstract boolean isCheckpointed();

    public final Plan plan() {
        return plan;
    }

    /** What the job would go back to after a failure now. */
    public abstract Optional<Manifest> restorable();

    /** How many slots of a worker the job holds. */
    public abstract int slotsOn(NodeId worker);

    /** How many of its tasks are on a worker and are still needed there. */
    public abstract int tasksOn(NodeId worker);

    /** How many slots elsewhere the tasks of a worker need. */
    public abstract int slotsToMove(NodeId worker);

    abstract List<JobCommand> begin();

    abstract List<JobCommand> takeOver(Survey survey, Optional<StopRequest> stop, long now);

    /** What the worker has and nobody needs any more is taken away. */
    List<JobCommand> workerAnswered(NodeId worker, JobInventory inventory) {
        deployment.cancelUnknown(worker, inventory);
        return out.take();
    }

    abstract List<JobCommand> workerTold(WorkerEvent event, long now);

    abstract List<JobCommand> counted(TaskReport report, long now);

    abstract List<JobCommand> workerLost(NodeId worker, long now);

    abstract List<JobCommand> workersHeldBack(JobEvent.WorkersHeldBack workers, long now);

    /**
     * A mode that is not stronger than the one before changes nothing, nor does any but force once the job fails, nor
     * draining once it has stopped with a savepoint and only finishes.
     */
    List<JobCommand> stop(StopMode mode, long now) {
        nowMs = now;
        return stopAs(mode) ? settled() : out.take();
    }

    /** False where it changes nothing. */
    abstract boolean stopAs(StopMode mode);

    abstract List<JobCommand> workersSilent(Set<NodeId> workers, long now);

    abstract List<JobCommand> stopWithSavepoint(String savepoint, long now);

    /** Nothing for a task that does not run. */
    List<JobCommand> failureAsked(TaskId task) {
        tasks.that(one -> one.id().equals(task) && one.state() == TaskState.RUNNING)
                .forEach(deployment::fail);
        return out.take();
    }

    List<JobCommand> commandRefused(NodeId worker, WorkerCommand command, Failure refusal, long now) {
        nowMs = now;
        sent.refused(worker, command, refusal, (task, why) -> {
            if (task.isGone()) {
                taskMissing(task, why);
            } else if (!mayHaveLeft(task)) {
                taskFailed(task, why, 0, ChannelPositions.none());
            }
        });
        return settled();
    }

    /** Whether a task may have gone as it was asked to, so that its worker knows it no more, and says so itself. */
    abstract boolean mayHaveLeft(TaskExecution task);

    List<JobCommand> commandUnanswered(NodeId worker, WorkerCommand command, int sends, long now) {
        nowMs = now;
        sent.unanswered(worker, command, sends, this::taskMissing);
        return settled();
    }

    List<JobCommand> repeat(NodeId worker, WorkerCommand command, int sends) {
        sent.repeat(worker, command, sends);
        return out.take();
    }

    abstract List<JobCommand> deployDeadlinePassed(List<AttemptId> attempts, long now);

    abstract List<JobCommand> restDue(AttemptId attempt, long now);

    /** Leaves behind what does not go; what begins anew goes on without it, since everybody refuses what it says. */
    List<JobCommand> cancelDeadlinePassed(List<AttemptId> attempts, long now) {
        nowMs = now;
        List<TaskExecution> stuck = tasks.current(attempts).stream()
                .filter(task -> task.state() == TaskState.CANCELING)
                .toList();
        if (!stuck.isEmpty()) {
            Failure cause =
                    Causes.notCanceled(stuck, life.isForced() ? settings.forceTimeoutMs() : settings.cancelTimeoutMs());
            stuck.forEach(task -> out.moved(task.failedWith(cause)));
            if (goesOnWithout(stuck) || life.isForced()) {
                out.warn(cause.message());
            } else {
                failJob(cause);
            }
        }
        return settled();
    }

    /** Whether tasks that cannot be cancelled only made way for a restart. */
    abstract boolean goesOnWithout(List<TaskExecution> stuck);

    abstract List<JobCommand> restartDue(int round, long now);

    abstract List<JobCommand> placingDue(int round, long now);

    abstract List<JobCommand> slotsOffered(int round, List<SlotOffer> offers, long now);

    abstract List<JobCommand> checkpointTold(CheckpointEvent event, long now);

    /** Ends the input of a running source, if the job drains; other tasks end when their inputs do. */
    void drainIfAsked(TaskExecution task) {
        if (life.drains() && task.isSource()) {
            deployment.drain(task);
        }
    }

    /** A task has ended unasked; false unless it was brought to rest so that another attempt can go on. */
    abstract boolean handedOver(TaskExecution task, ChannelPositions last);

    /** A task is gone because of a failure. */
    abstract void taskFailed(TaskExecution task, Failure why, long failedAtMs, ChannelPositions last);

    /**
     * A task is gone, since the state that it was to begin with is damaged.
     *
     * @param restarts whether it was on its way to restart anyway
     */
    abstract void stateUnreadable(TaskExecution task, Failure why, boolean restarts);

    /** A task does not answer; it may live. */
    abstract void taskMissing(TaskExecution task, Failure why);

    /** The sources are silent behind a completed checkpoint. */
    void standsStill(long checkpoint) {
        // Not every job asks for it.
    }

    void failJob(Failure cause) {
        if (!life.state().isTerminal()) {
            life.fail(cause);
            endAll("the job fails");
        }
    }

    /** Nothing begins any more, and what is there goes. */
    abstract void endAll(String reason);

    /** What follows from an event as soon as it can. */
    abstract List<JobCommand> settled();
}
