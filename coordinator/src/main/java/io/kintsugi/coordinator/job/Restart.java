package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.coordinator.schedule.PlacementResult;
import io.kintsugi.coordinator.schedule.Scheduler;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The way of tasks from a failure to their next attempts. Failures on the way make it begin again, with the tasks of both.
 *
 * <pre>
 * none ──failure──▶ canceling ──all gone, pause over, newest checkpoint known──▶ placing ──slots──▶ deploying ──all run──▶ none
 *                       ▲                                                            │                  │
 *                       └──────────────────────────another failure───────────────────┴──────────────────┘
 * </pre>
 */
final class Restart {
    private final CoordinatorSettings settings;
    private final JobTasks tasks;
    private final Deployment deployment;
    private final Checkpoints checkpoints;
    private final Outbox out;
    private final Set<TaskId> restarting = new LinkedHashSet<>();
    private Placement placement;
    private Phase phase = Phase.NONE;
    private int round;
    private int warnedRound;
    private boolean pauseOver;
    private long placeUntilMs;

    private enum Phase {
        NONE,
        CANCELING,
        PLACING,
        DEPLOYING
    }

    /** What a restart works with. */
    record Parts(JobTasks tasks, Deployment deployment, Checkpoints checkpoints, Outbox out) {}

    Restart(Placement placement, CoordinatorSettings settings, Parts parts) {
        this.placement = placement;
        this.settings = settings;
        this.tasks = parts.tasks();
        this.deployment = parts.deployment();
        this.checkpoints = parts.checkpoints();
        this.out = parts.out();
    }

    /** Whether tasks are on their way. */
    boolean isUnderWay() {
        return phase != Phase.NONE;
    }

    /** All tasks that are on their way. */
    Set<TaskId> restarting() {
        return restarting;
    }

    int slotsOn(NodeId worker) {
        return placement.slotsOn(worker);
    }

    /** Takes {@code more} on the way, too, and begins again for all. */
    void begin(Set<TaskId> more, long pauseMs) {
        restarting.addAll(more);
        phase = Phase.CANCELING;
        round++;
        pauseOver = pauseMs <= 0;
        deployment.cancel(tasks.of(restarting), "it restarts");
        if (!pauseOver) {
            out.startTimer(new JobEvent.RestartDue(round), pauseMs);
        }
    }

    /** All tasks run again, or the job ends. */
    void end() {
        phase = Phase.NONE;
        restarting.clear();
    }

    void pauseOver(int ofRound) {
        pauseOver |= ofRound == round;
    }

    /** Takes the next step if it can be taken. */
    void proceed(long nowMs) {
        boolean ready = phase == Phase.CANCELING && pauseOver && !checkpoints.areStoring();
        if (!ready || !tasks.of(restarting).stream().allMatch(TaskExecution::isGone)) {
            return;
        }
        phase = Phase.PLACING;
        if (placement.slots().stream().anyMatch(tasks.lost()::contains)) {
            placeUntilMs = nowMs + settings.deployTimeoutMs();
            out.add(new JobCommand.AskForSlots(round));
        } else {
            deploy();
        }
    }

    /** Asks again for slots. */
    void placingDue(int ofRound) {
        if (phase == Phase.PLACING && ofRound == round) {
            out.add(new JobCommand.AskForSlots(round));
        }
    }

    /** Takes what it needs out of the offers; the result says why the restart has to be given up. */
    Optional<String> offered(int ofRound, List<SlotOffer> offers, long nowMs) {
        if (phase != Phase.PLACING || ofRound != round) {
            return Optional.empty();
        }
        PlacementResult result = Scheduler.replace(placement, tasks.lost(), offers);
        if (result instanceof PlacementResult.Placed placed) {
            placement = placed.placement();
            deploy();
            return Optional.empty();
        }
        String few = ((PlacementResult.NotEnoughSlots) result).message();
        if (nowMs >= placeUntilMs) {
            return Optional.of("no place to restart within %d ms: %s".formatted(settings.deployTimeoutMs(), few));
        }
        if (warnedRound != round) {
            warnedRound = round;
            out.warn("cannot restart yet, tries again for %d ms: %s".formatted(placeUntilMs - nowMs, few));
        }
        out.startTimer(new JobEvent.PlacingDue(round), settings.commandRepeatMs());
        return Optional.empty();
    }

    private void deploy() {
        phase = Phase.DEPLOYING;
        Map<TaskId, NodeId> workers = placement.workers();
        String from = checkpoints
                .restorable()
                .map(manifest -> "restored from checkpoint #" + manifest.checkpoint())
                .orElse("with no state");
        List<TaskExecution> next = tasks.of(restarting);
        next.forEach(task -> out.moved(task.restartOn(placed(workers, task.id()), from)));
        deployment.deploy(next, checkpoints::restorePoint);
    }

    private static NodeId placed(Map<TaskId, NodeId> workers, TaskId task) {
        NodeId worker = workers.get(task);
        if (worker == null) {
            throw new IllegalStateException("task " + task + " has no slot");
        }
        return worker;
    }
}
