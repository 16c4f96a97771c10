package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.failover.RecoveryLog;
import io.kintsugi.coordinator.failover.RestartBackoff;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.element.RequiresPipelinedException;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.StopRequest;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Decides the life of one job in batch mode. A task waits until all that it reads from has finished and a slot is free; so
 * stages follow each other, with as many slots as there are. It begins anew in the same way, alone, since its inputs are
 * still there:
 *
 * <pre>
 * waiting ──inputs finished, slot free──▶ deploying ─▶ deployed ─▶ running ─▶ finished
 *    ▲                                        └───────────┴──────────┴──▶ failed, canceled
 *    └──pause over───────────────────────────────────────────────────────────┘      │
 *    └──its output is lost and still needed─────────────────────────────────────────┘
 * </pre>
 */
public final class BatchMaster extends Master {
    private final BatchSlots slots;
    private final BatchRestarts restarts;
    private final BatchQueue queue;
    private final BatchSupersteps iterations;
    private final BatchPartitions partitions;
    /** Empty once the job has ended, since it holds the user's classes. */
    private Optional<BatchStages> stages;

    BatchMaster(JobToRun job, CoordinatorSettings settings, RandomGenerator random, long nowMs) {
        super(job, settings, random, nowMs);
        this.restarts = new BatchRestarts(job.recovery().restart(), random, out);
        this.slots = new BatchSlots(
                job.placement(),
                job.plan().vertices().stream()
                        .mapToInt(PlanVertex::parallelism)
                        .max()
                        .orElse(1));
        this.queue = new BatchQueue(slots, new BatchQueue.Parts(supersteps, deployment, settings, out), nowMs);
        this.iterations = new BatchSupersteps(tasks, supersteps, deployment, out);
        this.partitions = new BatchPartitions(job.plan(), tasks);
        this.stages = Optional.of(new BatchStages(job.plan(), tasks, restarts, supersteps));
    }

    @Override
    public JobStatus status() {
        return life.status(partitions.statuses(life.state().isTerminal()), List.of())
                .with(supersteps.statuses());
    }

    @Override
    public List<CheckpointStatus> checkpoints() {
        return List.of();
    }

    @Override
    public boolean isCheckpointed() {
        return false;
    }

    @Override
    public Optional<Manifest> restorable() {
        return Optional.empty();
    }

    @Override
    public int slotsOn(NodeId worker) {
        return life.state().isTerminal() ? 0 : slots.on(worker);
    }

    /** Also those that have finished: what they have kept is read there. */
    @Override
    public int tasksOn(NodeId worker) {
        return life.state().isTerminal()
                ? 0
                : tasks.that(task -> task.worker().equals(worker) && task.state() != TaskState.WAITING)
                        .size();
    }

    @Override
    public int slotsToMove(NodeId worker) {
        return slotsOn(worker);
    }

    @Override
    List<JobCommand> begin() {
        return settled();
    }

    /** Tasks that run go on; what is not there is made again as far as somebody needs it. */
    @Override
    List<JobCommand> takeOver(Survey survey, Optional<StopRequest> stop, long now) {
        nowMs = now;
        queue.takeOver(now);
        BatchStages known = stages.orElseThrow();
        tasks.takeOver(survey);
        Set<TaskId> missed = new BatchTakeover(tasks, known, supersteps, out).of(survey);
        partitions.missing(tasks.that(task -> task.worker().equals(Survey.NOWHERE)));
        slots.takeOver(tasks.that(BatchMaster::isActive));
        recoveries.takeOver(survey, Optional.empty(), now);
        survey.leftovers().forEach(left -> deployment.cancel(left.worker(), left.attempt()));
        life.takeOver(
                tasks.that(TaskExecution::hasRun).isEmpty() ? JobState.DEPLOYING : JobState.RUNNING,
                tasks.restartsKnown());
        stop.ifPresent(asked -> stopAs(asked.mode()));
        Set<TaskId> all = withLost(missed);
        if (!all.isEmpty() && !life.endsAnyway()) {
            begin(all, new RecoveryLog.Failed(all, Causes.missedAtTakeover(tasks.of(all)), now), 0);
        }
        deployment.takeOver();
        return settled();
    }

    @Override
    List<JobCommand> workerTold(WorkerEvent event, long now) {
        nowMs = now;
        if (event instanceof WorkerEvent.SuperstepStored stored) {
            iterations.stored(stored);
        }
        tasks.current(event.job(), event.attempt()).ifPresent(task -> {
            if (!task.isGone()) {
                event.handle(new TaskEvents(new TaskEvents.Parts(this, checkpoints, recoveries, out), task, now));
            } else if (task.state() == TaskState.FINISHED && event instanceof WorkerEvent.TaskFailed failed) {
                outputLost(task, failed.failure());
            }
        });
        return settled();
    }

    @Override
    List<JobCommand> counted(TaskReport report, long now) {
        nowMs = now;
        report.tasks()
                .forEach(counters ->
                        tasks.current(report.job(), counters.attempt()).ifPresent(task -> task.count(counters)));
        return out.take();
    }

    /** All tasks of a lost worker are one incident, and with them those whose output is lost. */
    @Override
    List<JobCommand> workerLost(NodeId worker, long now) {
        nowMs = now;
        tasks.lose(worker);
        partitions.lost(tasks.that(task -> task.worker().equals(worker)));
        slots.lose(worker);
        List<TaskExecution> gone =
                tasks.that(task -> task.worker().equals(worker) && task.state() != TaskState.WAITING && !task.isGone());
        Set<TaskId> failed = JobTasks.ids(gone.stream()
                .filter(task -> task.state() != TaskState.CANCELING)
                .toList());
        failed.addAll(restarts.waitingFor(gone));
        Failure cause = Causes.workerLost(worker, gone);
        gone.forEach(task -> out.moved(task.failedWith(cause)));
        Set<TaskId> all = withLost(failed);
        if (!all.isEmpty()) {
            restart(failed, new RecoveryLog.Failed(failed.isEmpty() ? all : failed, cause, now));
        }
        return settled();
    }

    private Set<TaskId> withLost(Set<TaskId> anew) {
        return stages.map(known -> known.toRepeat(anew)).orElseGet(TreeSet::new);
    }

    /** What a finished task has kept cannot be read, or its worker does not know it any more. */
    private void outputLost(TaskExecution task, Failure why) {
        if (restarts.isHeld(task.id())) {
            return;
        }
        stages.ifPresent(known -> known.outputLost(task));
        partitions.lost(List.of(task));
        if (withLost(Set.of()).contains(task.id())) {
            fail(JobTasks.only(task), Causes.ofJob(task, why));
        }
    }

    @Override
    boolean stopAs(StopMode mode) {
        if (!life.stop(mode)) {
            return false;
        }
        if (mode == StopMode.FORCE) {
            endAll("forced to stop");
            deployment.leaveBehindAfter(settings.forceTimeoutMs());
        } else if (mode == StopMode.NOW) {
            endAll("asked to stop now");
        } else {
            tasks.that(task -> task.state() == TaskState.RUNNING).forEach(this::drainIfAsked);
        }
        return true;
    }

    /** A worker that is silent is waited for until it is lost. */
    @Override
    List<JobCommand> workersSilent(Set<NodeId> workers, long now) {
        return out.take();
    }

    /** A worker is not drained while the job holds slots of it, but may be quarantined. */
    @Override
    List<JobCommand> workersHeldBack(JobEvent.WorkersHeldBack workers, long now) {
        nowMs = now;
        tasks.holdBack(workers);
        return settled();
    }

    @Override
    boolean mayHaveLeft(TaskExecution task) {
        return false; // Nobody is asked to come to rest.
    }

    @Override
    boolean handedOver(TaskExecution task, ChannelPositions last) {
        return false;
    }

    /** There is no state to save. */
    @Override
    List<JobCommand> stopWithSavepoint(String savepoint, long now) {
        return out.take();
    }

    /** A task that does not answer may live: it is waited for like one that is cancelled. */
    @Override
    void taskMissing(TaskExecution task, Failure why) {
        if (task.isGone()) {
            outputLost(task, why);
            return;
        }
        deployment.cancel(List.of(task), why.toString());
        fail(JobTasks.only(task), Causes.ofJob(task, why));
    }

    private void fail(Set<TaskId> failed, Failure cause) {
        restart(failed, new RecoveryLog.Failed(failed, cause, nowMs));
    }

    @Override
    List<JobCommand> deployDeadlinePassed(List<AttemptId> attempts, long now) {
        nowMs = now;
        List<TaskExecution> late = deployment.late(attempts);
        if (!late.isEmpty()) {
            Failure cause = Causes.notRunning(late, settings.deployTimeoutMs());
            deployment.cancel(late, cause.message());
            fail(JobTasks.ids(late), cause);
        }
        return settled();
    }

    /** Its tasks do not move. */
    @Override
    List<JobCommand> restDue(AttemptId attempt, long now) {
        return List.of();
    }

    @Override
    List<JobCommand> restartDue(int round, long now) {
        nowMs = now;
        restarts.pauseOver(round);
        return settled();
    }

    @Override
    List<JobCommand> placingDue(int round, long now) {
        nowMs = now;
        queue.askingDue();
        return settled();
    }

    @Override
    List<JobCommand> slotsOffered(int round, List<SlotOffer> offers, long now) {
        nowMs = now;
        if (!life.endsAnyway()) {
            queue.offered(offers, now).ifPresent(this::failJob);
        }
        return settled();
    }

    /** What became of the manifest of a superstep. */
    @Override
    List<JobCommand> checkpointTold(CheckpointEvent event, long now) {
        iterations.told(event);
        return out.take();
    }

    @Override
    void taskFailed(TaskExecution task, Failure why, long failedAtMs, ChannelPositions last) {
        out.moved(task.failedWith(why));
        failed(task, why, failedAtMs == 0 ? nowMs : failedAtMs);
    }

    /** It was the state that a superstep begins with: there is no earlier one, so it counts as any failure does. */
    @Override
    void stateUnreadable(TaskExecution task, Failure why, boolean restarts) {
        if (!restarts) {
            failed(task, why, nowMs);
        }
    }

    private void failed(TaskExecution task, Failure why, long atMs) {
        if (why.type().equals(RequiresPipelinedException.class.getName())) {
            failJob(Causes.ofJob(task, why));
            return;
        }
        Set<TaskId> one = JobTasks.only(task);
        restart(one, new RecoveryLog.Failed(one, Causes.ofJob(task, why), atMs));
    }

    /**
     * Decides what failures mean: tasks begin anew, and others with them whose output is lost, or the job ends.
     *
     * @param failed those that count as failed, each by itself
     */
    private void restart(Set<TaskId> failed, RecoveryLog.Failed what) {
        if (life.endsAnyway()) {
            return;
        }
        long pauseMs = 0;
        for (TaskId task : failed) {
            RestartBackoff.Decision decision = restarts.failed(task, nowMs);
            if (decision instanceof RestartBackoff.GiveUp giveUp) {
                failJob(Causes.noRestart(what.cause(), giveUp.reason()));
                return;
            }
            pauseMs = Math.max(pauseMs, ((RestartBackoff.Restart) decision).pauseMs());
        }
        begin(withLost(failed), what, pauseMs);
    }

    private void begin(Set<TaskId> all, RecoveryLog.Failed what, long pauseMs) {
        recoveries.begin(Recovery.Strategy.REGION, what, all, nowMs);
        life.recover(
                what.cause(),
                "%d of %d tasks begin anew after a pause of %d ms: %s"
                        .formatted(all.size(), tasks.all().size(), pauseMs, what.cause()));
        List<TaskExecution> again = tasks.of(all).stream()
                .filter(task -> task.state() != TaskState.WAITING)
                .toList();
        restarts.begin(
                again, task -> stages.filter(known -> known.repeatsWork(task)).isPresent(), pauseMs);
        deployment.cancel(again, "it begins anew");
    }

    @Override
    boolean goesOnWithout(List<TaskExecution> stuck) {
        return !restarts.waitingFor(stuck).isEmpty();
    }

    @Override
    void endAll(String reason) {
        restarts.end();
        recoveries.abandon();
        tasks.that(task -> task.state() == TaskState.WAITING)
                .forEach(task -> out.moved(task.moveTo(TaskState.CANCELED, reason)));
        deployment.cancel(tasks.all(), reason);
    }

    @Override
    List<JobCommand> settled() {
        if (!life.state().isTerminal()) {
            deployment.connectDeployed();
            restarts.due(tasks).forEach(task -> out.moved(task.waitAgain("it begins anew")));
            restarts.forgetThose(task -> tasks.get(task).hasRun());
            if (!life.endsAnyway()) {
                iterations.advance(stages.orElseThrow(), nowMs);
            }
            recoveries.settle(restarts::has, restarts.areOver(), nowMs);
            if (restarts.areOver() && !tasks.that(TaskExecution::hasRun).isEmpty()) {
                life.run();
            }
            slots.keep(task -> isActive(tasks.get(task)));
            slots.giveBack(tasks.closed());
            if (!life.endsAnyway()) {
                stages.ifPresent(queue::deployReady);
            }
            endIfAllGone();
        }
        return out.take();
    }

    private static boolean isActive(TaskExecution task) {
        return task.state() != TaskState.WAITING && !task.isGone();
    }

    private void endIfAllGone() {
        if (!restarts.areOver() || !tasks.areGone()) {
            return;
        }
        life.end(nowMs);
        deployment.release(Set.of());
        recoveries.release();
        iterations.end(id());
        stages = Optional.empty();
        out.add(new JobCommand.EndJob(status()));
    }
}
