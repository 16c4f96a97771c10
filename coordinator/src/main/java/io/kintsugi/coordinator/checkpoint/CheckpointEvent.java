package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What happens to the checkpoints of a job. Each event knows the one method of the coordinator that decides about it. */
public sealed interface CheckpointEvent {
    /**
     * Returns what is to be done, in this order.
     *
     * @param nowMs milliseconds since 1970
     */
    List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs);

    /** Every task runs with all inputs connected, for the first time or again. */
    record AllRun() implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.allRun(nowMs);
        }
    }

    /**
     * Another leader has led the job so far.
     *
     * @param newestNumber numbers up to this one may have been given
     * @param newest states that tasks could begin with alone
     * @param ended last states of tasks that have come to their end
     * @param stopWith the savepoint that the job is to stop with; empty if it is not
     */
    record TakenOver(long newestNumber, List<StateVersion> newest, List<StateVersion> ended, String stopWith)
            implements CheckpointEvent {
        public TakenOver {
            newest = List.copyOf(newest);
            ended = List.copyOf(ended);
        }

        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.takenOver(this);
        }
    }

    /**
     * Tasks have failed, or are taken away because of that.
     *
     * @param restarting all tasks that will begin anew
     * @param exact whether they go back to a completed checkpoint, else each to its newest version
     */
    record TasksFailed(Set<TaskId> restarting, boolean exact) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.tasksFailed(restarting, exact, nowMs);
        }
    }

    /** Workers that have tasks of the job are not heard, or all are heard again. */
    record WorkersSilent(boolean silent) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.workersSilent(silent, nowMs);
        }
    }

    /** The job will have no more checkpoints: it has ended, or is about to. */
    record JobEnds() implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.jobEnds(nowMs);
        }
    }

    /** All tasks of the ended job are gone: no version will come any more, or hardly one. */
    record AllGone() implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.allGone();
        }
    }

    /**
     * It may be time for the next checkpoint.
     *
     * @param round tells a timer that was overtaken
     */
    record TriggerDue(long round) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.triggerDue(round, nowMs);
        }
    }

    /** The checkpoint should be complete by now. */
    record DeadlinePassed(long checkpoint) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.deadlinePassed(checkpoint, nowMs);
        }
    }

    /** The current attempt of a task has stored its state at the barrier. */
    record Acked(long checkpoint, StateVersion version) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.acked(checkpoint, version, nowMs);
        }
    }

    /** @param storage whether the store failed it, else the task was not ready */
    record Declined(long checkpoint, TaskId task, boolean storage, String reason) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.declined(this, nowMs);
        }
    }

    /** The current attempt of a task has stored its state between barriers. */
    record StoredBetweenBarriers(StateVersion version) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.storedBetweenBarriers(version);
        }
    }

    /** The current attempt of a task has come to its end. */
    record Ended(StateVersion version) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.ended(version, nowMs);
        }
    }

    /** An attempt that is gone, or replaced, had stored a state. */
    record CameLate(StateVersion version) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.cameLate(version);
        }
    }

    /**
     * The manifest exists.
     *
     * @param savepointRefused why there is no savepoint beside it, or null if there is or nobody asked for one
     */
    record ManifestStored(Manifest manifest, @Nullable String savepointRefused) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.manifestStored(manifest, savepointRefused, nowMs);
        }
    }

    /** There is no manifest, and there will be none. */
    record ManifestRefused(long checkpoint, String reason) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.manifestRefused(checkpoint, reason, nowMs);
        }
    }

    /** Somebody wants a savepoint. */
    record SavepointAsked(String name) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.savepointAsked(name, nowMs);
        }
    }

    /** The job is to stop with a savepoint of this name; what was asked for first counts. */
    record StopAsked(String savepoint) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.stopAsked(savepoint, nowMs);
        }
    }

    /** All tasks are to begin anew soon, so that nothing is lost or comes twice; asked for again, it changes nothing. */
    record StandstillAsked() implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.standstillAsked(nowMs);
        }
    }

    /** The job is to end otherwise than with a savepoint; it has not stopped with one yet. */
    record StopTakenBack() implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.stopTakenBack(nowMs);
        }
    }

    /** The manifest of a savepoint has been deleted. */
    record SavepointDeleted(String name) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.savepointDeleted(name);
        }
    }

    /**
     * Records were lost, or are lost no more.
     *
     * @param records by now, at most
     * @param open whether a restart of the region would repair some of it
     */
    record LossKnown(long records, boolean open) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.lossKnown(records, open, nowMs);
        }
    }

    /** A version of this checkpoint is damaged. */
    record FoundUnreadable(long checkpoint, String reason) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.foundUnreadable(checkpoint, reason);
        }
    }

    /** A version that a single task was to begin with is damaged. */
    record VersionUnreadable(VersionId version, String reason) implements CheckpointEvent {
        @Override
        public List<CheckpointCommand> applyTo(CheckpointCoordinator coordinator, long nowMs) {
            return coordinator.versionUnreadable(version, reason);
        }
    }
}
