package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides when the state of a job is stored and which stored versions are a checkpoint. Events come in, commands go out,
 * nothing else happens here.
 *
 * <pre>
 * suspended ◀──tasks failed──┐
 *     │                      │       ┌──────────discarded: deadline, declined, store, tasks failed──────────┐
 *     └─all run─▶ idle ──interval, savepoint, all run again──▶ pending ──all acknowledged──▶ storing ──▶ completed
 *                  ▲                                                                                        │
 *                  └────────────────────────────────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * One checkpoint is pending at a time. A manifest that is being stored when tasks fail is waited for: it may exist already,
 * and what exists is complete. Numbers only rise. Not for several threads.
 */
public final class CheckpointCoordinator {
    private static final String FORBIDDEN =
            "no checkpoint is taken, since records were lost after the last one and the job"
                    + " forbids it; a restart of the region repairs that";

    /** Longest pause before the savepoint that a job is to stop with is tried again. */
    private static final long STOP_AGAIN_MS_MAX = 1_000;

    private final CheckpointedJob job;
    private final Participants participants;
    private final HeldVersions versions;
    private final LossRule loss;
    private final CheckpointLog log = new CheckpointLog();
    private final StopSavepoint stop = new StopSavepoint();
    private final Standstill standstill = new Standstill();
    private final Map<TaskId, StateVersion> ended = new TreeMap<>();
    private List<CheckpointCommand> commands = new ArrayList<>();
    private @Nullable PendingCheckpoint pending;
    private long newestNumber;
    private boolean suspended = true;
    /** While somebody is silent nothing is triggered, and what times out counts for nothing. */
    private boolean paused;

    private boolean everRan;
    private boolean done;
    private long finishing;
    private long triggeredAtMs;
    private int failuresInARow;
    private long round;

    /** A coordinator that triggers nothing before {@link CheckpointEvent.AllRun}. */
    public CheckpointCoordinator(CheckpointedJob job, Recovery recovery) {
        this.job = job;
        this.participants = job.participants();
        this.versions = new HeldVersions(job, recovery, command -> commands.add(command));
        this.loss = new LossRule(recovery.checkpoints());
        this.newestNumber = job.found().newestNumber();
    }

    /** The highest number that has been given to a checkpoint; barriers up to it are not for an attempt that begins now. */
    public long newestNumber() {
        return newestNumber;
    }

    /** What tasks that begin now begin with. */
    public Optional<Manifest> restorable() {
        return versions.restorable();
    }

    /** Whether the job has state to go back to, and none of it can be read. */
    public boolean isSpoilt() {
        return versions.isSpoilt();
    }

    /** Whether it is open if the newest checkpoint exists: tasks must not begin anew before that is known. */
    public boolean isStoring() {
        return pending != null && pending.isStoring();
    }

    /** Whether this checkpoint still waits for acknowledgements. */
    public boolean isWaiting(long checkpoint) {
        return pending != null && pending.number() == checkpoint && !pending.isStoring();
    }

    /** Whether the job ends with this checkpoint, and nothing has failed since it is complete. */
    public boolean isFinishing(long checkpoint) {
        return finishing == checkpoint;
    }

    /**
     * What a new attempt of a task begins with: its own state, or where a savepoint was taken with another parallelism all
     * states of its vertex.
     *
     * @param exact whether all tasks that begin now are to begin with one checkpoint, else each with its newest version
     * @param last how far the attempts before had come, as far as it is known
     */
    public RestorePoint restorePoint(TaskId task, boolean exact, ChannelPositions last) {
        RestorePoint point = new RestorePoint(
                newestNumber, versions.statesFor(task, exact), job.found().dropUnmatched());
        RestorePoint begin = exact ? point : point.alone(last, newestComplete());
        return stop.isComplete() ? begin.hold() : begin;
    }

    /** Numbers rise over all runs, so it may be what the job was started from. */
    private long newestComplete() {
        return restorable().map(Manifest::checkpoint).orElse(0L);
    }

    /** Newest first, a bounded number. */
    public List<CheckpointStatus> statuses() {
        return log.all(stop.asked(), pending == null ? List.of() : List.of(pending.status()));
    }

    public StateLedger ledger() {
        return versions.ledger();
    }

    /** Sinks may wait for a checkpoint that is complete, and tasks for one that is pending no more. */
    List<CheckpointCommand> takenOver(CheckpointEvent.TakenOver by) {
        everRan = true;
        newestNumber = Math.max(newestNumber, by.newestNumber());
        by.newest().forEach(versions::takeAsNewest);
        for (StateVersion version : by.ended()) {
            ended.put(version.task(), version);
            versions.takeLastOf(version.task(), version);
        }
        long complete = restorable()
                .filter(manifest -> manifest.job().equals(job.id()))
                .map(Manifest::checkpoint)
                .orElse(0L);
        if (!by.stopWith().isEmpty()) {
            stop.goOn(by.stopWith(), complete, job.found().savepoints());
        }
        if (complete > 0 && !stop.isComplete()) { // The sources stay held behind the savepoint that the job stops with.
            commands.add(new CheckpointCommand.Complete(complete));
        }
        if (by.newestNumber() > complete) {
            commands.add(new CheckpointCommand.Abort(by.newestNumber()));
        }
        return take();
    }

    List<CheckpointCommand> allRun(long nowMs) {
        boolean again = everRan;
        everRan = true;
        suspended = false;
        if (stop.isComplete()) {
            finish(stop.checkpoint());
        } else if (again || stop.isAsked()) {
            next(0, nowMs);
        } else {
            triggeredAtMs = nowMs;
            next(job.rules().intervalMs(), nowMs);
        }
        return take();
    }

    List<CheckpointCommand> tasksFailed(Set<TaskId> restarting, boolean exact, long nowMs) {
        suspended = true;
        done = stop.isComplete();
        finishing = 0;
        if (pending != null && !pending.isStoring()) {
            discard("tasks have failed: their states cannot come any more", nowMs);
        }
        for (TaskId task : restarting) {
            if (ended.remove(task) != null) {
                versions.forgetLastOf(task);
            }
            if (exact) {
                versions.forgetNewestOf(task);
            }
        }
        return take();
    }

    List<CheckpointCommand> workersSilent(boolean silent, long nowMs) {
        paused = silent;
        if (!silent) {
            next(0, nowMs);
        }
        return take();
    }

    List<CheckpointCommand> jobEnds(long nowMs) {
        suspended = true;
        done = true;
        finishing = 0;
        if (pending != null && !pending.isStoring()) {
            discard("the job ends", nowMs);
        }
        List<String> left = List.copyOf(log.savepointsAsked());
        log.savepointsAsked().clear();
        left.forEach(savepoint -> log.refuse(savepoint, 0, "the job has ended", nowMs));
        versions.close();
        return take();
    }

    List<CheckpointCommand> allGone() {
        versions.sweep();
        return take();
    }

    List<CheckpointCommand> triggerDue(long dueRound, long nowMs) {
        if (dueRound == round) {
            triggerIfPossible(nowMs);
        }
        return take();
    }

    List<CheckpointCommand> deadlinePassed(long checkpoint, long nowMs) {
        if (isWaiting(checkpoint) && pending != null) {
            String reason =
                    "not acknowledged within %d ms by %s".formatted(job.rules().timeoutMs(), pending.waitingFor());
            if (paused) {
                discardAndWarn(reason + ", while a worker was silent", nowMs);
            } else {
                discardAndCount(reason, nowMs);
            }
        }
        return take();
    }

    List<CheckpointCommand> acked(long checkpoint, StateVersion version, long nowMs) {
        if (pending == null || pending.number() != checkpoint || !pending.acknowledge(version)) {
            versions.takeWithoutCheckpoint(version);
            return take();
        }
        versions.takeForPending(checkpoint, List.of(version));
        if (pending.isStoring()) {
            store(pending, nowMs);
        }
        return take();
    }

    List<CheckpointCommand> declined(CheckpointEvent.Declined declined, long nowMs) {
        if (pending != null && isWaiting(declined.checkpoint())) {
            String reason = "%s declined it: %s".formatted(declined.task(), declined.reason());
            if (declined.storage()) {
                discardAndCount(reason, nowMs);
            } else {
                discardAndWarn(reason, nowMs);
                nextAfterInterval(nowMs);
            }
        }
        return take();
    }

    List<CheckpointCommand> storedBetweenBarriers(StateVersion version) {
        versions.takeBetweenBarriers(version);
        return take();
    }

    List<CheckpointCommand> ended(StateVersion version, long nowMs) {
        TaskId task = version.task();
        if (ended.putIfAbsent(task, version) != null) {
            return cameLate(version);
        }
        versions.takeLastOf(task, version);
        // It may have begun anew while the last manifest was stored, and was then not at its end when it was to finish.
        if (finishing > 0) {
            commands.add(new CheckpointCommand.Finish(finishing));
        }
        if (pending != null && pending.waitingFor().contains(task)) {
            // Nobody knows whether the task has passed the barrier and its acknowledgement is under way, or never will.
            retry("%s came to its end meanwhile".formatted(task), nowMs);
        }
        if (participants.areAll(ended.keySet())) {
            next(0, nowMs);
        }
        return take();
    }

    List<CheckpointCommand> cameLate(StateVersion version) {
        versions.cameLate(version);
        return take();
    }

    List<CheckpointCommand> manifestStored(Manifest manifest, @Nullable String savepointRefused, long nowMs) {
        PendingCheckpoint complete = pending;
        long checkpoint = manifest.checkpoint();
        if (complete == null || complete.number() != checkpoint) {
            throw new IllegalStateException("job %s: the manifest of checkpoint #%d was stored, pending is %s"
                    .formatted(job.id(), checkpoint, complete == null ? "none" : "#" + complete.number()));
        }
        pending = null;
        failuresInARow = 0;
        boolean isSavepoint = settleSavepoint(complete, savepointRefused, nowMs);
        boolean stops = stop.isUnderWayAs(checkpoint) && settleStop(isSavepoint);
        versions.shelve(manifest, isSavepoint ? complete.savepoint() : null);
        CheckpointStatus status = complete.completed(nowMs, loss.completed());
        log.add(status);
        commands.add(new CheckpointCommand.TellCompleted(status));
        if ((complete.isLast() || stops) && !suspended) {
            finish(checkpoint);
        } else if (stops) {
            done = true; // Sources stay held until all run again, and then the job finishes.
        } else {
            boolean still = standstill.isUnderWayAs(checkpoint);
            standstill.over(still);
            commands.add(
                    still && !suspended
                            ? new CheckpointCommand.StandStill(checkpoint)
                            : new CheckpointCommand.Complete(checkpoint));
            if (isUrgent()) {
                next(0, nowMs);
            } else {
                nextAfterInterval(nowMs);
            }
        }
        return take();
    }

    /** The job ends with this checkpoint. */
    private void finish(long checkpoint) {
        done = true;
        finishing = checkpoint;
        commands.add(new CheckpointCommand.Finish(checkpoint));
    }

    /** Whether the job stops with this checkpoint, which is complete: it does not if it is no savepoint. */
    private boolean settleStop(boolean isSavepoint) {
        if (isSavepoint) {
            stop.complete();
        } else {
            stop.refused();
        }
        return isSavepoint;
    }

    /** Whether there is a savepoint beside the checkpoint. */
    private boolean settleSavepoint(PendingCheckpoint complete, @Nullable String refused, long nowMs) {
        String name = complete.savepoint();
        if (name == null || refused == null) {
            return name != null;
        }
        log.refuse(name, complete.number(), refused, nowMs);
        commands.add(new CheckpointCommand.Warn("savepoint %s: %s".formatted(name, refused)));
        return false;
    }

    List<CheckpointCommand> manifestRefused(long checkpoint, String reason, long nowMs) {
        if (pending != null && pending.number() == checkpoint) {
            discardAndCount(reason, nowMs);
        }
        return take();
    }

    List<CheckpointCommand> savepointAsked(String name, long nowMs) {
        if (done) {
            log.refuse(name, 0, "the job has ended", nowMs);
        } else if (loss.forbids()) {
            log.refuse(name, 0, FORBIDDEN, nowMs);
        } else if (!log.ask(name)) {
            log.refuse(name, 0, "it is under way already, or too many are", nowMs);
        } else if (pending == null) {
            triggerIfPossible(nowMs);
        }
        return take();
    }

    List<CheckpointCommand> stopAsked(String savepoint, long nowMs) {
        stop.ask(savepoint);
        if (pending == null) {
            triggerIfPossible(nowMs);
        }
        return take();
    }

    List<CheckpointCommand> standstillAsked(long nowMs) {
        if (standstill.ask() && pending == null) {
            triggerIfPossible(nowMs);
        }
        return take();
    }

    /** Whether somebody waits for a checkpoint of a kind of its own. */
    private boolean isUrgent() {
        return stop.isAsked() || standstill.isAsked();
    }

    List<CheckpointCommand> stopTakenBack(long nowMs) {
        if (!stop.isWanted()) {
            return take();
        }
        if (pending != null && isWaiting(pending.number()) && stop.isUnderWayAs(pending.number())) {
            discard("the job is to end otherwise", nowMs);
        }
        stop.takeBack();
        nextAfterInterval(nowMs);
        return take();
    }

    /** Whether the job has stopped with a savepoint, so that only the end of its tasks is still to come. */
    public boolean hasStopped() {
        return stop.isComplete();
    }

    List<CheckpointCommand> savepointDeleted(String name) {
        versions.forgetSavepoint(name);
        return take();
    }

    List<CheckpointCommand> foundUnreadable(long checkpoint, String reason) {
        versions.setAside(checkpoint, reason);
        failIfStopped(reason);
        return take();
    }

    List<CheckpointCommand> versionUnreadable(VersionId version, String reason) {
        versions.setAside(version, reason);
        failIfStopped(reason);
        return take();
    }

    /** Tasks cannot go back behind the savepoint that the job has stopped with: what came in between would be missing. */
    private void failIfStopped(String reason) {
        if (stop.isComplete()) {
            commands.add(new CheckpointCommand.FailJob(new Failure(
                    "SavepointUnreadable",
                    "the job has stopped with checkpoint #%d, and a task that failed cannot begin with it: %s"
                            .formatted(stop.checkpoint(), reason),
                    "")));
        }
    }

    List<CheckpointCommand> lossKnown(long records, boolean open, long nowMs) {
        loss.take(records, open);
        if (loss.forbids() && pending != null && isWaiting(pending.number()) && !pending.isLast()) {
            discard(FORBIDDEN, nowMs);
            next(job.rules().intervalMs(), nowMs);
        }
        return take();
    }

    private void triggerIfPossible(long nowMs) {
        if (suspended || done || pending != null) {
            return;
        }
        if (participants.areAll(ended.keySet())) {
            begin(List.of(), nowMs);
            store(begun(), nowMs);
        } else if (paused) {
            round++; // It goes on when all are heard again.
        } else if (loss.forbids()) {
            if (loss.isNews()) {
                commands.add(new CheckpointCommand.Warn(FORBIDDEN));
            }
            next(againMs(), nowMs);
        } else if (participants.areReached(ended.keySet())) {
            begin(participants.acknowledgingWithout(ended.keySet()), nowMs);
            commands.add(new CheckpointCommand.Trigger(
                    newestNumber,
                    nowMs,
                    participants.sourcesWithout(ended.keySet()),
                    stop.isUnderWayAs(newestNumber) || standstill.isUnderWayAs(newestNumber)));
            commands.add(new CheckpointCommand.StartTimer(
                    new CheckpointEvent.DeadlinePassed(newestNumber),
                    job.rules().timeoutMs()));
        } else {
            next(againMs(), nowMs);
        }
    }

    /** Pause before a checkpoint that is not possible now is tried again. */
    private long againMs() {
        long intervalMs = job.rules().intervalMs();
        return isUrgent() ? Math.min(intervalMs, STOP_AGAIN_MS_MAX) : intervalMs;
    }

    private void begin(List<TaskId> waitingFor, long nowMs) {
        round++;
        newestNumber++;
        triggeredAtMs = nowMs;
        standstill.begin(newestNumber);
        boolean stops = !log.isSavepointAsked() && stop.isAsked();
        String savepoint =
                stops ? stop.begin(newestNumber) : log.savepointsAsked().pollFirst();
        PendingCheckpoint begun = new PendingCheckpoint(newestNumber, savepoint, nowMs, waitingFor);
        ended.values().forEach(begun::takeLastState);
        versions.takeForPending(newestNumber, ended.values());
        pending = begun;
    }

    private PendingCheckpoint begun() {
        if (pending == null) {
            throw new IllegalStateException("job " + job.id() + ": no checkpoint is pending");
        }
        return pending;
    }

    private void store(PendingCheckpoint acknowledged, long nowMs) {
        commands.add(new CheckpointCommand.Store(acknowledged.manifest(job, nowMs), acknowledged.savepoint()));
    }

    /** Aborts the pending checkpoint; what comes of it is late from now on. */
    private PendingCheckpoint discard(String reason, long nowMs) {
        PendingCheckpoint gone = begun();
        pending = null;
        log.add(gone.discarded(reason, nowMs));
        commands.add(new CheckpointCommand.Abort(gone.number()));
        versions.forgetPending(gone.number());
        stop.discarded(gone.number());
        standstill.discarded();
        return gone;
    }

    private void discardAndWarn(String reason, long nowMs) {
        PendingCheckpoint gone = discard(reason, nowMs);
        commands.add(
                new CheckpointCommand.Warn("checkpoint #%d: %s; it is discarded".formatted(gone.number(), reason)));
    }

    /** For what may mean that checkpoints do not work at all: too many of these in a row fail the job. */
    private void discardAndCount(String reason, long nowMs) {
        discardAndWarn(reason, nowMs);
        if (done) {
            return;
        }
        failuresInARow++;
        if (failuresInARow > job.rules().successiveTimeoutsMax()) {
            done = true;
            commands.add(new CheckpointCommand.FailJob(new Failure(
                    "CheckpointsFail",
                    "%s in a row could not be completed, allowed are %d; the last, #%d: %s"
                            .formatted(
                                    Words.count(failuresInARow, "checkpoint"),
                                    job.rules().successiveTimeoutsMax(),
                                    newestNumber,
                                    reason),
                    "")));
        } else {
            nextAfterInterval(nowMs);
        }
    }

    /** Discards the pending checkpoint for no fault of anybody, so another one takes its place at once. */
    private void retry(String reason, long nowMs) {
        PendingCheckpoint gone = discard(reason, nowMs);
        if (gone.savepoint() != null && !stop.isAsked()) {
            log.askAgain(gone.savepoint());
        }
        next(0, nowMs);
    }

    private void nextAfterInterval(long nowMs) {
        long sinceTriggerMs = nowMs - triggeredAtMs;
        long pauseMs =
                Math.max(job.rules().intervalMs() - sinceTriggerMs, job.rules().minPauseMs());
        next(isUrgent() ? Math.min(Math.max(pauseMs, 1), STOP_AGAIN_MS_MAX) : pauseMs, nowMs);
    }

    /** Triggers in so many ms, or now if that is not above 0 or a person waits for it; overtakes an earlier timer. */
    private void next(long delayMs, long nowMs) {
        if (suspended || done || pending != null) {
            return;
        }
        round++;
        boolean atOnce = delayMs <= 0 || (log.isSavepointAsked() && participants.areReached(ended.keySet()));
        if (atOnce) {
            triggerIfPossible(nowMs);
        } else {
            commands.add(new CheckpointCommand.StartTimer(new CheckpointEvent.TriggerDue(round), delayMs));
        }
    }

    private List<CheckpointCommand> take() {
        List<CheckpointCommand> taken = commands;
        commands = new ArrayList<>();
        return taken;
    }
}
