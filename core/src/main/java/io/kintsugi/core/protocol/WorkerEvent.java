package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskLocation;

/** What a worker tells the leader about a task attempt; sent until it is acknowledged, so it may arrive twice. */
public sealed interface WorkerEvent {
    JobId job();

    AttemptId attempt();

    /** Calls the one method of the handler that is for this event. */
    <R> R handle(Handler<R> handler);

    /** One method for each event, so that a forgotten one does not compile. */
    interface Handler<R> {
        R deployed(TaskDeployed event);

        R running(TaskRunning event);

        R finished(TaskFinished event);

        R failed(TaskFailed event);

        R canceled(TaskCanceled event);
    }

    /** The task exists and can be connected. */
    record TaskDeployed(JobId job, AttemptId attempt, TaskLocation location) implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.deployed(this);
        }
    }

    /** All channels of the task are connected and it works. */
    record TaskRunning(JobId job, AttemptId attempt) implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.running(this);
        }
    }

    /** The task has ended by itself: inputs at their end, outputs acknowledged, functions closed. */
    record TaskFinished(JobId job, AttemptId attempt) implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.finished(this);
        }
    }

    /** The task is gone because of {@code failure}. */
    record TaskFailed(JobId job, AttemptId attempt, Failure failure) implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.failed(this);
        }
    }

    /** The task is gone because it was told to. */
    record TaskCanceled(JobId job, AttemptId attempt) implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.canceled(this);
        }
    }
}
