package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointCommand;
import io.kintsugi.coordinator.checkpoint.CheckpointCoordinator;
import io.kintsugi.coordinator.checkpoint.CheckpointEffects;
import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.TaskInventory.Standing;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A job's checkpoints as its master sees them: what their coordinator orders becomes orders to workers and to the store. */
final class Checkpoints implements CheckpointEffects {
    private final JobId job;
    private final Term term;
    private final JobTasks tasks;
    private final Outbox out;
    private final Listener listener;
    /** Null for a job that stores no state: then nothing happens here. */
    private final @Nullable CheckpointCoordinator coordinator;

    /** What the tasks that went back to a checkpoint last began with; empty if they began with nothing. */
    private Optional<Manifest> restoredFrom = Optional.empty();
    /** Tasks that began with their newest states. */
    private final Set<TaskId> alone = new TreeSet<>();

    private boolean paused;

    /**
     * @param failed checkpoints do not work
     * @param completed a checkpoint is complete
     * @param standsStill one is complete, behind which the sources say nothing
     */
    record Listener(Consumer<Failure> failed, Consumer<Manifest> completed, LongConsumer standsStill) {}

    Checkpoints(JobToRun toRun, JobTasks tasks, Outbox out, Listener listener) {
        this.job = toRun.spec().id();
        this.term = toRun.term();
        this.tasks = tasks;
        this.out = out;
        this.listener = listener;
        this.coordinator =
                toRun.checkpoints() == null ? null : new CheckpointCoordinator(toRun.checkpoints(), toRun.recovery());
    }

    void take(CheckpointEvent event, long nowMs) {
        if (coordinator != null) {
            event.applyTo(coordinator, nowMs).forEach(command -> command.execute(this));
        }
    }

    /** No checkpoint begins while these workers are not heard. */
    void pauseFor(Set<NodeId> silent, long nowMs) {
        if (silent.isEmpty() == paused) {
            paused = !paused;
            take(new CheckpointEvent.WorkersSilent(paused), nowMs);
        }
    }

    /**
     * Goes on behind the checkpoints of leaders before: the one that was pending is discarded.
     *
     * @param stopWith the savepoint that the job is to stop with; empty if it is not
     */
    void takeOver(Survey survey, String stopWith, long nowMs) {
        List<StateVersion> newest = new ArrayList<>();
        List<StateVersion> ended = new ArrayList<>();
        for (Survey.Found found : survey.all()) {
            StateVersion version = found.inventory().newest();
            Standing standing = found.inventory().standing();
            boolean isEnd = standing == Standing.ENDED || standing == Standing.FINISHED;
            if (version != null) {
                (isEnd && version.ended() ? ended : newest).add(version);
            }
        }
        restoredFrom = restorable();
        alone.addAll(tasks.byId().keySet());
        take(new CheckpointEvent.TakenOver(survey.newestCheckpoint(), newest, ended, stopWith), nowMs);
    }

    boolean areOn() {
        return coordinator != null;
    }

    /** @param exact whether the task goes back to a checkpoint with others, else to its newest state */
    RestorePoint restorePoint(TaskExecution task, boolean exact) {
        if (coordinator == null) {
            return exact ? RestorePoint.empty() : RestorePoint.empty().alone(task.last(), 0);
        }
        if (exact) {
            restoredFrom = coordinator.restorable();
            alone.remove(task.id());
        } else {
            alone.add(task.id());
        }
        return coordinator.restorePoint(task.id(), exact, task.last());
    }

    /** What a task will begin with, in words. */
    String describeStart(TaskExecution task, boolean exact) {
        if (exact) {
            return restorable()
                    .map(manifest -> "restored from checkpoint #" + manifest.checkpoint())
                    .orElse("with no state");
        }
        List<VersionId> versions = restorePoint(task, false).versions().stream()
                .map(StateVersion::id)
                .toList();
        return versions.isEmpty() ? "with no state" : "restored from " + versions;
    }

    /** The state that a task was to begin with is damaged: it is set aside, and its checkpoint, too. */
    void foundUnreadable(TaskExecution task, VersionId version, Failure why, long nowMs) {
        if (alone.contains(task.id())) {
            take(new CheckpointEvent.VersionUnreadable(version, why.message()), nowMs);
        } else {
            restoredFrom.ifPresent(
                    manifest -> take(new CheckpointEvent.FoundUnreadable(manifest.checkpoint(), why.message()), nowMs));
        }
    }

    /** What tasks that begin now begin with; empty if they begin with nothing. */
    Optional<Manifest> restorable() {
        return coordinator == null ? Optional.empty() : coordinator.restorable();
    }

    /** Whether there is state to go back to, and none of it can be read. */
    boolean areSpoilt() {
        return coordinator != null && coordinator.isSpoilt();
    }

    /** Whether it is open which checkpoint is the newest. */
    boolean areStoring() {
        return coordinator != null && coordinator.isStoring();
    }

    boolean isWaiting(long checkpoint) {
        return coordinator != null && coordinator.isWaiting(checkpoint);
    }

    /** Whether none was completed after this one. */
    boolean isNewest(long checkpoint) {
        return restorable().filter(newest -> newest.checkpoint() == checkpoint).isPresent();
    }

    boolean isFinishing(long checkpoint) {
        return coordinator != null && coordinator.isFinishing(checkpoint);
    }

    /** Whether the job ends with its newest checkpoint. */
    boolean areFinishing() {
        return restorable()
                .filter(manifest -> isFinishing(manifest.checkpoint()))
                .isPresent();
    }

    /** Whether the job has stopped with a savepoint and only its end is to come. */
    boolean haveStopped() {
        return coordinator != null && coordinator.hasStopped();
    }

    List<CheckpointStatus> statuses() {
        return coordinator == null ? List.of() : coordinator.statuses();
    }

    @Override
    public void trigger(CheckpointCommand.Trigger trigger) {
        for (TaskId source : trigger.sources()) {
            TaskExecution task = tasks.get(source);
            AttemptId attempt = task.attempt();
            out.send(
                    task.worker(),
                    new WorkerCommand.TriggerCheckpoint(
                            term, job, attempt, trigger.checkpoint(), trigger.triggeredAtMs(), trigger.stops()));
        }
    }

    @Override
    public void abort(long checkpoint) {
        toAllWorkers(new WorkerCommand.AbortCheckpoint(term, job, checkpoint));
    }

    @Override
    public void complete(long checkpoint) {
        toAllWorkers(new WorkerCommand.CompleteCheckpoint(term, job, checkpoint));
    }

    @Override
    public void finish(long checkpoint) {
        toAllWorkers(new WorkerCommand.FinishTasks(term, job, checkpoint));
    }

    @Override
    public void standStill(long checkpoint) {
        listener.standsStill().accept(checkpoint);
    }

    /** A job whose tasks are gone has nobody to tell. */
    private void toAllWorkers(WorkerCommand command) {
        if (!tasks.areGone()) {
            tasks.workers().forEach(worker -> out.send(worker, command));
        }
    }

    @Override
    public void store(Manifest manifest, @Nullable String savepoint) {
        out.add(new JobCommand.StoreManifest(manifest, savepoint));
    }

    @Override
    public void delete(List<VersionId> versions) {
        out.add(new JobCommand.DeleteVersions(versions));
    }

    @Override
    public void delete(Manifest manifest, List<VersionId> versions) {
        out.add(new JobCommand.DeleteManifest(manifest, versions));
    }

    @Override
    public void sweep(JobId of, List<VersionId> kept) {
        out.add(new JobCommand.SweepVersions(of, kept));
    }

    @Override
    public void startTimer(CheckpointEvent event, long delayMs) {
        out.startTimer(new JobEvent.CheckpointTold(event), delayMs);
    }

    @Override
    public void completed(CheckpointStatus status) {
        restorable().ifPresent(listener.completed());
        out.add(new JobCommand.TellCheckpoint(status));
    }

    @Override
    public void warn(String text) {
        out.warn(text);
    }

    @Override
    public void failJob(Failure cause) {
        listener.failed().accept(cause);
    }
}
