package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.failover.Ladder;
import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.coordinator.schedule.PlacementResult;
import io.kintsugi.coordinator.schedule.Scheduler;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.snapshot.RestorePoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * All restarts of a job that are under way; no task is in two of them. Tasks that go back to one checkpoint belong together: the
 * failure of one begins the restart of all again. Of others only those that have to begin again do.
 */
final class Restarts {
    private final CoordinatorSettings settings;
    private final JobTasks tasks;
    private final Deployment deployment;
    private final Checkpoints checkpoints;
    private final Recoveries recoveries;
    private final Spares spares;
    private final Outbox out;
    private final List<Restart> underWay = new ArrayList<>();
    private Placement placement;
    /** Slots that nobody has taken of those that were offered last. */
    private int freeSlots;

    private int rounds;
    /** The restart that waits for slots without limit; 0 for none. */
    private int patient;

    /** What restarts work with. */
    record Parts(
            JobTasks tasks,
            Deployment deployment,
            Checkpoints checkpoints,
            Recoveries recoveries,
            Spares spares,
            Outbox out) {}

    Restarts(Placement placement, CoordinatorSettings settings, Parts parts) {
        this.placement = placement;
        this.settings = settings;
        this.tasks = parts.tasks();
        this.deployment = parts.deployment();
        this.checkpoints = parts.checkpoints();
        this.recoveries = parts.recoveries();
        this.spares = parts.spares();
        this.out = parts.out();
    }

    boolean areUnderWay() {
        return !underWay.isEmpty();
    }

    /** Whether a task is on its way. */
    boolean has(TaskId task) {
        return underWay.stream().anyMatch(restart -> restart.tasks().contains(task));
    }

    /** Finished tasks of a lost worker that somebody who restarts without them still counts on. */
    Set<TaskId> missedOn(NodeId worker) {
        return JobTasks.ids(tasks.that(task -> task.worker().equals(worker)
                && task.state() == TaskState.FINISHED
                && !has(task.id())
                && deployment.isWaitedFor(task)));
    }

    /** Those of a worker in which there are tasks, and not only spares. */
    int slotsToMove(NodeId worker) {
        return placement
                .lostSlots(tasks.byId().keySet(), Collections.singleton(worker))
                .size();
    }

    /** Also those that tasks are still in while others of the same slot have begun anew elsewhere. */
    int slotsOn(NodeId worker) {
        List<TaskExecution> there = tasks.that(task -> task.worker().equals(worker) && !task.isGone());
        return placement.slotsOn(worker) + placement.slotsLeft(worker, JobTasks.ids(there));
    }

    /**
     * What restarts if these do: with them those that are on their way to the same checkpoint as one of them, and for tasks
     * that do not go back to a checkpoint, finished neighbours that nobody speaks for.
     */
    Ladder.Group whole(Ladder.Group group) {
        Set<TaskId> all = new TreeSet<>(group.tasks());
        boolean exact = group.exact();
        for (Restart restart : underWay) {
            if (restart.isExact() && restart.tasks().stream().anyMatch(group.tasks()::contains)) {
                all.addAll(restart.tasks());
                exact = true;
            }
        }
        return new Ladder.Group(exact ? all : deployment.withFinishedOnLostWorkers(all), exact, group.pauseMs());
    }

    /**
     * Begins a restart of a {@link #whole} group; others that are on their way go on without its tasks. Neighbours of tasks that
     * restart as planned are not told: to them these are only slow, so they wait and throw nothing away.
     */
    void begin(Ladder.Group group, long nowMs) {
        underWay.forEach(restart -> restart.tasks().removeAll(group.tasks()));
        underWay.removeIf(restart -> restart.tasks().isEmpty());
        Restart next = new Restart(group.tasks(), group.exact(), ++rounds);
        underWay.add(next);
        spares.giveBack(group.tasks());
        deployment.leave(group.tasks(), !group.planned());
        patient = group.planned() ? next.round() : patient;
        checkpoints.take(new CheckpointEvent.TasksFailed(group.tasks(), group.exact()), nowMs);
        if (group.exact()) {
            recoveries.goBack(tasks.of(group.tasks()));
            checkpoints.take(recoveries.lossKnown(), nowMs);
        }
        deployment.cancel(tasks.of(group.tasks()), "it restarts");
        if (group.pauseMs() > 0) {
            out.startTimer(new JobEvent.RestartDue(next.round()), group.pauseMs());
        } else {
            pauseOver(next.round(), nowMs);
        }
    }

    /** All tasks begin anew from the newest checkpoint, for no fault of the job, as soon as there are slots. */
    void beginAll(long nowMs) {
        begin(new Ladder.Group(new TreeSet<>(tasks.byId().keySet()), true, 0, true), nowMs);
    }

    /** The job ends. */
    void end() {
        underWay.clear();
    }

    private Optional<Restart> ofRound(int round) {
        return underWay.stream().filter(restart -> restart.round() == round).findFirst();
    }

    /** Unless they have to wait for the loss budget. */
    void pauseOver(int round, long nowMs) {
        Restart restart = ofRound(round).orElse(null);
        if (restart == null) {
            return;
        }
        long more = restart.isExact() ? 0 : recoveries.waitMs(nowMs);
        if (more > 0) {
            out.startTimer(new JobEvent.RestartDue(round), more);
        } else {
            restart.pauseOver();
        }
    }

    /** Forgets those whose tasks all run. */
    void forgetOver() {
        underWay.removeIf(restart -> restart.phase() == Restart.Phase.DEPLOYING
                && tasks.of(restart.tasks()).stream().allMatch(TaskExecution::hasRun));
    }

    /** Takes the next steps of all that can take one. */
    void proceed(long nowMs) {
        for (Restart restart : List.copyOf(underWay)) {
            if (restart.phase() == Restart.Phase.CANCELING && isReady(restart)) {
                restart.place(nowMs + settings.deployTimeoutMs());
                placement = restart.isExact() ? placement : spares.takenBy(restart.tasks(), placement);
                if (placement.lostSlots(restart.tasks(), tasks.closed()).isEmpty()) {
                    deploy(restart, nowMs);
                } else {
                    out.add(new JobCommand.AskForSlots(restart.round()));
                }
            }
        }
    }

    /** One that goes back to a checkpoint waits until it is known which is the newest. */
    private boolean isReady(Restart restart) {
        return restart.isPauseOver()
                && !(restart.isExact() && checkpoints.areStoring())
                && tasks.of(restart.tasks()).stream().allMatch(TaskExecution::isGone);
    }

    /** Has instances opened that are to stand by; only while no restart is under way. */
    void standBy() {
        spares.fill(placement);
    }

    /** Asks again for slots. */
    void placingDue(int round) {
        if (round == Spares.ROUND) {
            spares.due();
        }
        placing(round).ifPresent(restart -> out.add(new JobCommand.AskForSlots(round)));
    }

    private Optional<Restart> placing(int round) {
        return ofRound(round).filter(restart -> restart.phase() == Restart.Phase.PLACING);
    }

    /** Takes what it needs out of the offers; the result says why the restart has to be given up. */
    Optional<String> offered(int round, List<SlotOffer> offers, long nowMs) {
        freeSlots = offers.stream().mapToInt(SlotOffer::free).sum();
        if (round == Spares.ROUND) {
            offeredForSpares(offers);
        }
        Restart restart = placing(round).orElse(null);
        if (restart == null) {
            return Optional.empty();
        }
        int needed = placement.lostSlots(restart.tasks(), tasks.closed()).size();
        PlacementResult result = Scheduler.replace(placement, restart.tasks(), tasks.closed(), offers);
        if (result instanceof PlacementResult.Placed placed) {
            placement = placed.placement();
            freeSlots -= needed;
            deploy(restart, nowMs);
            return Optional.empty();
        }
        return starved(restart, (PlacementResult.NotEnoughSlots) result, nowMs);
    }

    /** Tasks that restart meanwhile may need them more, and a job that has ended needs none. */
    private void offeredForSpares(List<SlotOffer> offers) {
        if (underWay.isEmpty() && !tasks.areGone()) {
            placement = spares.offered(placement, offers);
        } else {
            spares.due();
        }
    }

    /** While others work there is no hurry, unless these wait for a restart from a checkpoint, for which others wait. */
    private Optional<String> starved(Restart restart, PlacementResult.NotEnoughSlots few, long nowMs) {
        placement = spares.makeRoom(placement);
        boolean waits = restart.round() == patient
                || (!restart.isExact() && !tasks.that(TaskExecution::takesPart).isEmpty());
        if (nowMs >= restart.placeUntilMs() && !waits) {
            return Optional.of(
                    "no place to restart within %d ms: %s".formatted(settings.deployTimeoutMs(), few.message()));
        }
        int before = missingSlots();
        restart.starve();
        if (missingSlots() > before) {
            String until = waits ? "" : " for %d ms".formatted(restart.placeUntilMs() - nowMs);
            out.warn("cannot restart yet, tries again%s: %s".formatted(until, few.message()));
        }
        out.startTimer(new JobEvent.PlacingDue(restart.round()), settings.commandRepeatMs());
        return Optional.empty();
    }

    /** How many more slots have to be offered; restarts may wait for the same one, each with a task of it. */
    int missingSlots() {
        Set<TaskId> starving = new TreeSet<>();
        underWay.stream().filter(Restart::isStarving).forEach(restart -> starving.addAll(restart.tasks()));
        return Math.max(0, placement.lostSlots(starving, tasks.closed()).size() - freeSlots);
    }

    private void deploy(Restart restart, long nowMs) {
        restart.deploy();
        Map<TaskId, NodeId> workers = placement.workers();
        List<TaskExecution> next = tasks.of(restart.tasks());
        for (TaskExecution task : next) {
            String from = checkpoints.describeStart(task, restart.isExact());
            out.moved(task.restartOn(placed(workers, task.id()), from + spares.describe(task.id())));
            recoveries.reached(task.id(), RecoveryStage.DEPLOYED, nowMs);
        }
        deployment.deploy(next, task -> {
            RestorePoint from = recoveries.goOn(task, checkpoints.restorePoint(task, restart.isExact()));
            return new Deployment.Begin(from, spares.handOver(task.id()));
        });
    }

    private static NodeId placed(Map<TaskId, NodeId> workers, TaskId task) {
        NodeId worker = workers.get(task);
        if (worker == null) {
            throw new IllegalStateException("task " + task + " has no slot");
        }
        return worker;
    }
}
