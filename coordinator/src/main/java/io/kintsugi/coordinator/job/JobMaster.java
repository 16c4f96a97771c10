package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.failover.Ladder;
import io.kintsugi.coordinator.failover.RecoveryLog;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.StopRequest;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Decides the life of one job in streaming mode: events come in, commands go out, nothing else happens here. The picture of its states is
 * at {@link JobState}; how tasks come to run is drawn at {@link Deployment}, how they begin anew at {@link Restart}, and
 * when their state is stored at {@code CheckpointCoordinator}. What a failure means is decided here, in one place.
 *
 * <p>Reports of another attempt and of tasks that are gone change nothing. Not for several threads.
 */
public final class JobMaster extends Master {
    private final Restarts restarts;
    private final Moves moves;
    /** Whether all tasks have run since the job began or tasks of it failed. */
    private boolean whole;

    /**
     * A job that has been placed; {@link JobEvent.JobSubmitted} sets it going.
     *
     * @param random for the jitter of pauses
     */
    public JobMaster(JobToRun job, CoordinatorSettings settings, RandomGenerator random, long nowMs) {
        super(job, settings, random, nowMs);
        this.restarts = new Restarts(
                job.placement(), settings, new Restarts.Parts(tasks, deployment, checkpoints, recoveries, spares, out));
        this.moves =
                new Moves(job.recovery(), settings, new Moves.Parts(tasks, deployment, checkpoints, out), this::move);
    }

    /** All that is known; tasks chain by chain. */
    @Override
    public JobStatus status() {
        return life.status(tasks.all().stream().map(TaskExecution::status).toList(), spares.statuses());
    }

    /** Newest first, a bounded number; none for a job that stores no state. */
    @Override
    public List<CheckpointStatus> checkpoints() {
        return checkpoints.statuses();
    }

    /** Whether it stores its state. */
    @Override
    public boolean isCheckpointed() {
        return checkpoints.areOn();
    }

    /** What the job would go back to after a failure now. */
    @Override
    public Optional<Manifest> restorable() {
        return checkpoints.restorable();
    }

    /** How many slots of a worker the job holds. */
    @Override
    public int slotsOn(NodeId worker) {
        return restarts.slotsOn(worker);
    }

    @Override
    public int slotsToMove(NodeId worker) {
        return restarts.slotsToMove(worker);
    }

    @Override
    public int tasksOn(NodeId worker) {
        return tasks.that(task -> task.worker().equals(worker) && !task.isGone())
                .size();
    }

    @Override
    List<JobCommand> begin() {
        deployment.deploy(
                List.copyOf(tasks.all()), task -> new Deployment.Begin(checkpoints.restorePoint(task, true), null));
        return out.take();
    }

    /** Goes on where another leader was: what runs runs on, what was under way is finished, and what is not there has failed. */
    @Override
    List<JobCommand> takeOver(Survey survey, Optional<StopRequest> stop, long now) {
        nowMs = now;
        tasks.takeOver(survey);
        tasks.numberOn(survey);
        spares.takeOver(survey);
        recoveries.takeOver(
                survey,
                checkpoints.restorable().filter(manifest -> manifest.job().equals(id())),
                now);
        checkpoints.takeOver(survey, stop.map(StopRequest::savepoint).orElse(""), now);
        checkpoints.take(recoveries.lossKnown(), now);
        survey.leftovers().forEach(left -> deployment.cancel(left.worker(), left.attempt()));
        life.takeOver(stateAfter(survey), tasks.restartsKnown());
        deployment.takeOver();
        stop.ifPresent(asked -> goOnStopping(asked.mode()));
        List<TaskExecution> gone =
                tasks.that(task -> (task.isGone() && !task.hasRun()) || task.state() == TaskState.CANCELING);
        if (!gone.isEmpty() && !life.endsAnyway()) {
            if (survey.isUnbegun()) {
                restarts.beginAll(now);
            } else {
                tasksFailed(new RecoveryLog.Failed(JobTasks.ids(gone), Causes.missedAtTakeover(gone), now));
            }
        }
        return settled();
    }

    /** The checkpoints know already of the savepoint that it may stop with. */
    private void goOnStopping(StopMode mode) {
        if (mode == StopMode.SAVEPOINT) {
            life.stop(mode);
        } else {
            stopAs(mode);
        }
    }

    private JobState stateAfter(Survey survey) {
        if (survey.isUnbegun()) {
            return JobState.DEPLOYING;
        }
        boolean onTheirWay = tasks.all().stream()
                .anyMatch(task -> task.state() == TaskState.DEPLOYING || task.state() == TaskState.DEPLOYED);
        return onTheirWay ? JobState.RECOVERING : JobState.RUNNING;
    }

    @Override
    List<JobCommand> workerTold(WorkerEvent event, long now) {
        nowMs = now;
        Optional<TaskExecution> told =
                tasks.current(event.job(), event.attempt()).filter(task -> !task.isGone());
        if (told.isPresent()) {
            event.handle(new TaskEvents(new TaskEvents.Parts(this, checkpoints, recoveries, out), told.get(), now));
        } else {
            event.stored().ifPresent(version -> checkpoints.take(new CheckpointEvent.CameLate(version), now));
        }
        spares.told(event);
        if (event instanceof WorkerEvent.RecordsLost losses && losses.job().equals(id())) {
            recoveries.lost(losses, now);
            checkpoints.take(recoveries.lossKnown(), now);
        }
        return settled();
    }

    /** Counts also what arrives after the end. */
    @Override
    List<JobCommand> counted(TaskReport report, long now) {
        nowMs = now;
        long taken = report.tasks().stream()
                .mapToLong(counters -> tasks.current(report.job(), counters.attempt())
                        .map(task -> task.count(counters))
                        .orElse(0L))
                .sum();
        recoveries.taken(taken, now);
        return out.take();
    }

    /** All tasks of a lost worker are one incident. */
    @Override
    List<JobCommand> workerLost(NodeId worker, long now) {
        nowMs = now;
        tasks.lose(worker);
        spares.lose(worker);
        List<TaskExecution> gone = tasks.that(task -> task.worker().equals(worker) && !task.isGone());
        Set<TaskId> missed = restarts.missedOn(worker);
        missed.addAll(JobTasks.ids(gone.stream()
                .filter(task -> task.state() != TaskState.CANCELING)
                .toList()));
        Failure cause = Causes.workerLost(worker, gone.isEmpty() ? tasks.of(missed) : gone);
        gone.forEach(task -> out.moved(task.failedWith(cause)));
        if (!missed.isEmpty()) {
            tasksFailed(new RecoveryLog.Failed(missed, cause, now));
        }
        return settled();
    }

    /** Nothing restarts because of silence, but no checkpoint begins that waits for it. */
    @Override
    List<JobCommand> workersSilent(Set<NodeId> workers, long now) {
        nowMs = now;
        tasks.silent(workers);
        return settled();
    }

    /** Tasks leave the drained ones one after the other, or all at once from a checkpoint. */
    @Override
    List<JobCommand> workersHeldBack(JobEvent.WorkersHeldBack workers, long now) {
        nowMs = now;
        tasks.holdBack(workers);
        spares.leaveClosed();
        return settled();
    }

    @Override
    boolean stopAs(StopMode mode) {
        boolean tooLate = mode == StopMode.DRAIN && checkpoints.haveStopped();
        if (tooLate || !life.stop(mode)) {
            return false;
        }
        if (mode == StopMode.FORCE) {
            endAll("forced to stop");
            deployment.leaveBehindAfter(settings.forceTimeoutMs());
        } else if (mode == StopMode.NOW) {
            endAll("asked to stop now");
        } else {
            checkpoints.take(new CheckpointEvent.StopTakenBack(), nowMs);
            tasks.that(task -> task.state() == TaskState.RUNNING).forEach(this::drainIfAsked);
        }
        return true;
    }

    /** Changes nothing for a job that stops already, or stores no state. */
    @Override
    List<JobCommand> stopWithSavepoint(String savepoint, long now) {
        nowMs = now;
        if (isCheckpointed() && life.stop(StopMode.SAVEPOINT)) {
            checkpoints.take(new CheckpointEvent.StopAsked(savepoint), now);
        }
        return settled();
    }

    /** A task that does not answer may live: it counts as failed, and is waited for like one that is cancelled. */
    @Override
    void taskMissing(TaskExecution task, Failure why) {
        if (!task.isGone()) { // Else it has finished, and others began anew that count on it.
            deployment.cancel(List.of(task), why.toString());
        }
        tasksFailed(new RecoveryLog.Failed(JobTasks.only(task), Causes.ofJob(task, why), nowMs));
    }

    @Override
    List<JobCommand> deployDeadlinePassed(List<AttemptId> attempts, long now) {
        nowMs = now;
        List<TaskExecution> late = deployment.late(attempts);
        if (!late.isEmpty()) {
            Failure cause = Causes.notRunning(late, settings.deployTimeoutMs());
            tasksFailed(new RecoveryLog.Failed(JobTasks.ids(late), cause, now));
        }
        return settled();
    }

    @Override
    List<JobCommand> restDue(AttemptId attempt, long now) {
        nowMs = now;
        moves.restDue(attempt);
        return settled();
    }

    @Override
    List<JobCommand> restartDue(int round, long now) {
        nowMs = now;
        restarts.pauseOver(round, now);
        return settled();
    }

    @Override
    List<JobCommand> placingDue(int round, long now) {
        nowMs = now;
        restarts.placingDue(round);
        return settled();
    }

    @Override
    List<JobCommand> slotsOffered(int round, List<SlotOffer> offers, long now) {
        nowMs = now;
        restarts.offered(round, offers, now).ifPresent(why -> failJob(Causes.noPlace(why)));
        return settled();
    }

    @Override
    List<JobCommand> checkpointTold(CheckpointEvent event, long now) {
        nowMs = now;
        checkpoints.take(event, now);
        return settled();
    }

    /**
     * @param failedAtMs by the clock of its worker; 0 where it did not tell
     * @param last how far it had come, if somebody knows
     */
    @Override
    void taskFailed(TaskExecution task, Failure why, long failedAtMs, ChannelPositions last) {
        out.moved(task.failedWith(why, last));
        long atMs = failedAtMs == 0 ? nowMs : failedAtMs;
        tasksFailed(new RecoveryLog.Failed(JobTasks.only(task), Causes.ofJob(task, why), atMs));
    }

    /**
     * A damaged state of a job with checkpoints has been set aside. The restart that follows does not count, since each damaged
     * state causes one only.
     */
    @Override
    void stateUnreadable(TaskExecution task, Failure why, boolean restarts) {
        if (life.endsAnyway()) {
            return;
        }
        if (checkpoints.areSpoilt()) {
            failJob(Causes.spoilt(Causes.ofJob(task, why)));
        } else if (!restarts) {
            Set<TaskId> one = JobTasks.only(task);
            RecoveryLog.Failed failed = new RecoveryLog.Failed(one, Causes.ofJob(task, why), nowMs);
            if (checkpoints.areOn()) {
                recover(recoveries.again(one), failed);
            } else {
                tasksFailed(failed);
            }
        }
    }

    /** The one place that decides what the failure of tasks means: they restart, or the job ends. */
    private void tasksFailed(RecoveryLog.Failed failed) {
        if (life.endsAnyway()) {
            return;
        }
        Ladder.Decision decision = recoveries.decide(failed.tasks(), nowMs);
        if (decision instanceof Ladder.Restart next) {
            recover(next, failed);
        } else {
            failJob(Causes.noRestart(failed.cause(), ((Ladder.GiveUp) decision).reason()));
        }
    }

    private void recover(Ladder.Restart decided, RecoveryLog.Failed failed) {
        List<Ladder.Group> groups =
                decided.groups().stream().map(restarts::whole).toList();
        Set<TaskId> restarting = new TreeSet<>();
        groups.forEach(group -> restarting.addAll(group.tasks()));
        whole = false;
        String what = "%d of %s %s after a pause of %d ms: %s"
                .formatted(
                        restarting.size(),
                        Words.count(tasks.all().size(), "task"),
                        Words.verb(restarting.size(), "restarts", "restart"),
                        groups.stream().mapToLong(Ladder.Group::pauseMs).max().orElse(0),
                        failed.cause());
        recoveries.begin(decided.strategy(), failed, restarting, nowMs);
        life.recover(failed.cause(), what);
        groups.forEach(group -> restarts.begin(restarts.whole(group), nowMs));
    }

    @Override
    boolean mayHaveLeft(TaskExecution task) {
        return moves.isMoving(task);
    }

    @Override
    boolean handedOver(TaskExecution task, ChannelPositions last) {
        return moves.handedOver(task, last, nowMs);
    }

    @Override
    void standsStill(long checkpoint) {
        moves.standsStill(checkpoint, nowMs);
    }

    /** Tasks begin anew elsewhere, and nothing has failed. */
    private void move(Ladder.Group group, RecoveryLog.Failed moved) {
        whole = false;
        recoveries.move(group, moved, nowMs);
        life.move(moved.cause().message());
        restarts.begin(group, nowMs);
    }

    @Override
    boolean goesOnWithout(List<TaskExecution> stuck) {
        return restarts.areUnderWay();
    }

    @Override
    void endAll(String reason) {
        restarts.end();
        recoveries.abandon();
        deployment.leave(tasks.byId().keySet(), true);
        checkpoints.take(new CheckpointEvent.JobEnds(), nowMs);
        deployment.cancel(tasks.all(), reason);
    }

    @Override
    List<JobCommand> settled() {
        if (!life.state().isTerminal()) {
            deployment.connectDeployed();
            restarts.forgetOver();
            recoveries.settle(restarts::has, !restarts.areUnderWay(), nowMs);
            becomeWholeIfAllRun();
            if (whole && life.is(JobState.RUNNING)) {
                restarts.standBy();
                moves.proceed(nowMs);
            }
            restarts.proceed(nowMs);
            checkpoints.pauseFor(tasks.silentWorkers(), nowMs);
            life.degradeOrHeal(restarts.missingSlots());
            endIfAllGone();
        }
        return out.take();
    }

    private void becomeWholeIfAllRun() {
        if (whole || restarts.areUnderWay() || !tasks.haveRun()) {
            return;
        }
        whole = true;
        life.run();
        checkpoints.take(new CheckpointEvent.AllRun(), nowMs);
        spares.repeat();
    }

    private void endIfAllGone() {
        if (restarts.areUnderWay() || !tasks.areGone()) {
            return;
        }
        life.end(nowMs);
        checkpoints.take(new CheckpointEvent.JobEnds(), nowMs);
        checkpoints.take(new CheckpointEvent.AllGone(), nowMs);
        deployment.release(spares.workers());
        recoveries.release();
        out.add(new JobCommand.EndJob(status()));
    }
}
