package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.List;
import java.util.Optional;

/** What a worker tells the leader about a task attempt or a spare; sent until it is acknowledged, so it may arrive twice. */
public sealed interface WorkerEvent {
    JobId job();

    AttemptId attempt();

    /** The state that the attempt has stored, if that is what the event tells. */
    default Optional<StateVersion> stored() {
        return Optional.empty();
    }

    /** Calls the one method of the handler that is for this event. */
    <R> R handle(Handler<R> handler);

    /** One method for each event, so that a forgotten one does not compile. */
    interface Handler<R> {
        R deployed(TaskDeployed event);

        R running(TaskRunning event);

        R finished(TaskFinished event);

        R failed(TaskFailed event);

        R canceled(TaskCanceled event);

        R acked(CheckpointAcked event);

        R declined(CheckpointDeclined event);

        R stored(StateStored event);

        R ended(TaskEnded event);

        R superstep(SuperstepStored event);

        R unreadable(StateUnreadable event);

        R lost(RecordsLost event);

        R reached(StageReached event);

        R ready(SpareReady event);

        R failed(SpareFailed event);
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

    /**
     * The task is gone because of {@code failure}.
     *
     * @param failedAtMs milliseconds since 1970, by the worker's clock; 0 where only the leader knows that it failed
     * @param last how far it had come; what it had begun and not ended counts as taken
     */
    record TaskFailed(JobId job, AttemptId attempt, Failure failure, long failedAtMs, ChannelPositions last)
            implements WorkerEvent {
        /** A task that had not come to work. */
        public TaskFailed(JobId job, AttemptId attempt, Failure failure) {
            this(job, attempt, failure, 0, ChannelPositions.none());
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.failed(this);
        }
    }

    /**
     * The task is gone because it was told to.
     *
     * @param last how far it had come; nothing where the worker does not know the attempt
     */
    record TaskCanceled(JobId job, AttemptId attempt, ChannelPositions last) implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.canceled(this);
        }
    }

    /** The task has stored its state at the barrier, durably, and has passed the barrier on. */
    record CheckpointAcked(JobId job, AttemptId attempt, long checkpoint, StateVersion version) implements WorkerEvent {
        @Override
        public Optional<StateVersion> stored() {
            return Optional.of(version);
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.acked(this);
        }
    }

    /**
     * The task will not acknowledge the checkpoint.
     *
     * @param storage whether the store failed it, which counts like a timeout; else the task was not ready, which does not
     */
    record CheckpointDeclined(JobId job, AttemptId attempt, long checkpoint, boolean storage, String reason)
            implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.declined(this);
        }
    }

    /** The task has stored its state between barriers. */
    record StateStored(JobId job, AttemptId attempt, StateVersion version) implements WorkerEvent {
        @Override
        public Optional<StateVersion> stored() {
            return Optional.of(version);
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.stored(this);
        }
    }

    /**
     * A task of a job with checkpoints has come to its end and has stored its last state, which stands for it in every
     * later checkpoint. It waits for {@link WorkerCommand.FinishTasks}.
     */
    record TaskEnded(JobId job, AttemptId attempt, StateVersion version) implements WorkerEvent {
        @Override
        public Optional<StateVersion> stored() {
            return Optional.of(version);
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.ended(this);
        }
    }

    /**
     * A task of an iteration has come to the end of a superstep and has stored its state, which it tells before
     * {@link TaskFinished}.
     *
     * @param version its {@code checkpoint} is the number of the superstep
     * @param measure of the records that it has taken back, see {@code Until}; 0 for a task that takes none back
     */
    record SuperstepStored(JobId job, AttemptId attempt, StateVersion version, double measure) implements WorkerEvent {
        @Override
        public Optional<StateVersion> stored() {
            return Optional.of(version);
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.superstep(this);
        }
    }

    /** The attempt is gone, since a state that it was to begin with is damaged; an earlier checkpoint may do. */
    record StateUnreadable(JobId job, AttemptId attempt, VersionId version, Failure failure) implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.unreadable(this);
        }
    }

    /** Records of the task's inputs will not count exactly once; told again and again with what was told before is harmless. */
    record RecordsLost(JobId job, AttemptId attempt, List<LossRange> losses) implements WorkerEvent {
        public RecordsLost {
            losses = List.copyOf(losses);
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.lost(this);
        }
    }

    /**
     * A task that began anew has come a step further.
     *
     * @param stage {@link RecoveryStage#RESTORED}, {@link RecoveryStage#FIRST_RECORD} or {@link RecoveryStage#CAUGHT_UP}
     * @param atMs milliseconds since 1970, by the worker's clock
     */
    record StageReached(JobId job, AttemptId attempt, RecoveryStage stage, long atMs) implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.reached(this);
        }
    }

    /** An instance is open and stands by. */
    record SpareReady(JobId job, AttemptId attempt) implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.ready(this);
        }
    }

    /** An instance that was to stand by could not be opened, and is gone. */
    record SpareFailed(JobId job, AttemptId attempt, Failure failure) implements WorkerEvent {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.failed(this);
        }
    }
}
