package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
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

    public abstract JobId id();

    public abstract JobState state();

    /** All that is known; tasks chain by chain. */
    public abstract JobStatus status();

    /** Newest first, a bounded number; none for a job that stores no state. */
    public abstract List<CheckpointStatus> checkpoints();

    /** Newest first, a bounded number. */
    public abstract List<RecoveryStatus> recoveries();

    /** The recovery of this number, if it is not forgotten. */
    public abstract Optional<RecoveryStatus> recovery(long id);

    /** What recoveries have cost. */
    public abstract LossStatus loss();

    /** Whether it stores its state. */
    public abstract boolean isCheckpointed();

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
    abstract List<JobCommand> workerAnswered(NodeId worker, JobInventory inventory);

    abstract List<JobCommand> workerTold(WorkerEvent event, long now);

    abstract List<JobCommand> counted(TaskReport report, long now);

    abstract List<JobCommand> workerLost(NodeId worker, long now);

    abstract List<JobCommand> workersDrained(Set<NodeId> workers, long now);

    abstract List<JobCommand> stop(StopMode mode, long now);

    abstract List<JobCommand> workersSilent(Set<NodeId> workers, long now);

    abstract List<JobCommand> stopWithSavepoint(String savepoint, long now);

    abstract List<JobCommand> failureAsked(TaskId task);

    abstract List<JobCommand> commandRefused(NodeId worker, WorkerCommand command, Failure refusal, long now);

    abstract List<JobCommand> commandUnanswered(NodeId worker, WorkerCommand command, int sends, long now);

    abstract List<JobCommand> repeat(NodeId worker, WorkerCommand command, int sends);

    abstract List<JobCommand> deployDeadlinePassed(List<AttemptId> attempts, long now);

    abstract List<JobCommand> cancelDeadlinePassed(List<AttemptId> attempts, long now);

    abstract List<JobCommand> restartDue(int round, long now);

    abstract List<JobCommand> placingDue(int round, long now);

    abstract List<JobCommand> slotsOffered(int round, List<SlotOffer> offers, long now);

    abstract List<JobCommand> checkpointTold(CheckpointEvent event, long now);

    /** A source has begun to run, while the job may be asked to drain. */
    abstract void drainIfAsked(TaskExecution task);

    /** A task has ended unasked; false unless it was brought to rest so that another attempt can go on. */
    abstract boolean handedOver(TaskExecution task, ChannelPositions last);

    /** A task is gone because of a failure. */
    abstract void taskFailed(TaskExecution task, Failure why, long failedAtMs, ChannelPositions last);

    /** A task is gone, since the state that it was to begin with is damaged. */
    abstract void stateUnreadable(TaskExecution task, Failure why, boolean restarts);
}
