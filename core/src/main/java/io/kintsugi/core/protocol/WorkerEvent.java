package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskLocation;

/** What a worker tells the leader about a task attempt; sent until it is acknowledged, so it may arrive twice. */
public sealed interface WorkerEvent {
    JobId job();

    AttemptId attempt();

    /** The task exists and can be connected. */
    record TaskDeployed(JobId job, AttemptId attempt, TaskLocation location) implements WorkerEvent {}

    /** All channels of the task are connected and it works. */
    record TaskRunning(JobId job, AttemptId attempt) implements WorkerEvent {}

    /** The task has ended by itself: inputs at their end, outputs acknowledged, functions closed. */
    record TaskFinished(JobId job, AttemptId attempt) implements WorkerEvent {}

    /** The task is gone because of {@code failure}. */
    record TaskFailed(JobId job, AttemptId attempt, Failure failure) implements WorkerEvent {}

    /** The task is gone because it was told to. */
    record TaskCanceled(JobId job, AttemptId attempt) implements WorkerEvent {}
}
