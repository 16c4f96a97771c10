package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.StopRequest;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What happens to a job. Each event knows the one method of the master that decides about it. */
public sealed interface JobEvent {
    /**
     * Returns what is to be done, in this order.
     *
     * @param nowMs milliseconds since 1970
     */
    List<JobCommand> applyTo(Master master, long nowMs);

    /** The job is placed and begins. */
    record JobSubmitted() implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.begin();
        }
    }

    /**
     * The job was led by another leader so far.
     *
     * @param stop what was asked of it, if anything was
     */
    record JobTakenOver(Survey survey, Optional<StopRequest> stop) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.takeOver(survey, stop, nowMs);
        }
    }

    /** A worker that has not been heard before tells what it has of the job. */
    record WorkerAnswered(NodeId worker, JobInventory inventory) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.workerAnswered(worker, inventory);
        }
    }

    /** A worker tells about a task. */
    record WorkerTold(WorkerEvent event) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.workerTold(event, nowMs);
        }
    }

    /** A worker tells what its tasks have counted. */
    record TasksCounted(TaskReport report) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.counted(report, nowMs);
        }
    }

    /** A worker is no member of the cluster any more. */
    record WorkerLost(NodeId worker) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.workerLost(worker, nowMs);
        }
    }

    /** These workers, and no others, are members and not heard: they may be dead, or only slow. */
    record WorkersSilent(Set<NodeId> workers) implements JobEvent {
        public WorkersSilent {
            workers = new TreeSet<>(workers);
        }

        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.workersSilent(workers, nowMs);
        }
    }

    /**
     * No task is to begin on these workers, and on no others.
     *
     * @param drained what they have is to leave them
     * @param quarantined what they have works on
     */
    record WorkersHeldBack(Set<NodeId> drained, Set<NodeId> quarantined) implements JobEvent {
        public WorkersHeldBack {
            drained = new TreeSet<>(drained);
            quarantined = new TreeSet<>(quarantined);
        }

        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.workersHeldBack(this, nowMs);
        }
    }

    /** Somebody wants the job to end, otherwise than with a savepoint. */
    record StopRequested(StopMode mode) implements JobEvent {
        public StopRequested {
            if (mode == StopMode.SAVEPOINT) {
                throw new IllegalArgumentException("a job that stops with a savepoint needs its name");
            }
        }

        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.stop(mode, nowMs);
        }
    }

    /** Somebody wants the job to end with a savepoint of this name. */
    record SavepointStopRequested(String savepoint) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.stopWithSavepoint(savepoint, nowMs);
        }
    }

    /** Somebody wants to see what the failure of a running task costs. */
    record FailureAsked(TaskId task) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.failureAsked(task);
        }
    }

    /** A worker said no. */
    record CommandRefused(NodeId worker, WorkerCommand command, Failure failure) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.commandRefused(worker, command, failure, nowMs);
        }
    }

    /**
     * A worker was not heard about a command: it may have carried it out or not.
     *
     * @param sends how often the command has been sent
     */
    record CommandUnanswered(NodeId worker, WorkerCommand command, int sends) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.commandUnanswered(worker, command, sends, nowMs);
        }
    }

    /** The pause before a command is repeated is over. */
    record RepeatDue(NodeId worker, WorkerCommand command, int sends) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.repeat(worker, command, sends);
        }
    }

    /** These attempts should run by now. */
    record DeployDeadlinePassed(List<AttemptId> attempts) implements JobEvent {
        public DeployDeadlinePassed {
            attempts = List.copyOf(attempts);
        }

        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.deployDeadlinePassed(attempts, nowMs);
        }
    }

    /** This attempt was asked to come to rest, and should be gone by now. */
    record RestDue(AttemptId attempt) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.restDue(attempt, nowMs);
        }
    }

    /** These attempts were cancelled and should be gone by now. */
    record CancelDeadlinePassed(List<AttemptId> attempts) implements JobEvent {
        public CancelDeadlinePassed {
            attempts = List.copyOf(attempts);
        }

        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.cancelDeadlinePassed(attempts, nowMs);
        }
    }

    /**
     * The pause of the restart strategy is over.
     *
     * @param round tells a restart that another failure has overtaken
     */
    record RestartDue(int round) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.restartDue(round, nowMs);
        }
    }

    /** There may be slots by now. */
    record PlacingDue(int round) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.placingDue(round, nowMs);
        }
    }

    /** What workers have to give for a restart. */
    record SlotsOffered(int round, List<SlotOffer> offers) implements JobEvent {
        public SlotsOffered {
            offers = List.copyOf(offers);
        }

        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.slotsOffered(round, offers, nowMs);
        }
    }

    /** Something about checkpoints that no worker tells: a timer, the store, a person. */
    record CheckpointTold(CheckpointEvent event) implements JobEvent {
        @Override
        public List<JobCommand> applyTo(Master master, long nowMs) {
            return master.checkpointTold(event, nowMs);
        }
    }
}
