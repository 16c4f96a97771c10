package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.failover.Ladder;
import io.kintsugi.coordinator.failover.RecoveryLog;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.ChannelPositions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the tasks of a job away from drained workers, so that nothing is lost and nothing comes twice. A step is taken whenever the
 * whole job runs, until no task is left there:
 *
 * <pre>
 * tasks that restart alone:  HandOverTask to one ──at rest, stored, TaskCanceled──▶ it restarts from there; its neighbours wait
 * a region:                  a checkpoint that silences the sources ──complete──▶ all tasks restart from it
 * </pre>
 *
 * Failures meanwhile are what they always are, and behind the recovery the next step is taken. A step that has begun is taken to its
 * end also when the worker is drained no more.
 */
final class Moves {
    private final boolean alone;
    private final int handoverTimeoutMs;
    private final JobTasks tasks;
    private final Deployment deployment;
    private final Checkpoints checkpoints;
    private final Outbox out;
    private final BiConsumer<Ladder.Group, RecoveryLog.Failed> restart;
    /** The attempt that was asked to come to rest last. */
    private @Nullable AttemptId asked;

    /** What moves work with. */
    record Parts(JobTasks tasks, Deployment deployment, Checkpoints checkpoints, Outbox out) {}

    /** @param restart has tasks that are gone, or are to go, begin anew */
    Moves(
            Recovery recovery,
            CoordinatorSettings settings,
            Parts parts,
            BiConsumer<Ladder.Group, RecoveryLog.Failed> restart) {
        this.alone = recovery.strategy().isApproximate();
        this.handoverTimeoutMs = settings.handoverTimeoutMs();
        this.tasks = parts.tasks();
        this.deployment = parts.deployment();
        this.checkpoints = parts.checkpoints();
        this.out = parts.out();
        this.restart = restart;
    }

    /** The whole job runs: the next task may move. Without states to go on from none can. */
    void proceed(long nowMs) {
        List<TaskExecution> left = toMove();
        if (left.isEmpty() || !checkpoints.areOn() || checkpoints.areFinishing()) {
            return;
        }
        if (!alone) {
            checkpoints.take(new CheckpointEvent.StandstillAsked(), nowMs);
        } else if (!isComingToRest()) {
            ask(left.get(0));
        }
    }

    private void ask(TaskExecution task) {
        asked = task.attempt();
        deployment.handOver(task);
        out.startTimer(new JobEvent.RestDue(task.attempt()), handoverTimeoutMs);
    }

    /** A task that has not come to rest is asked again: the others wait for it, so somebody has to hear of it. */
    void restDue(AttemptId attempt) {
        if (attempt.equals(asked) && isComingToRest()) {
            out.warn("%s is to move and has not come to rest within %d ms; its worker is asked again"
                    .formatted(attempt, handoverTimeoutMs));
            ask(tasks.get(attempt.task()));
        }
    }

    /** Whether a step is under way: what a second task still had for the first one would go with it. */
    private boolean isComingToRest() {
        return asked != null
                && tasks.get(asked.task()).state() == TaskState.RUNNING
                && tasks.get(asked.task()).attempt().equals(asked);
    }

    private List<TaskExecution> toMove() {
        return tasks.that(task -> task.state() == TaskState.RUNNING && tasks.isToMove(task));
    }

    /** Whether a task that ends unasked may have been brought to rest, by this leader or the one before. */
    boolean isMoving(TaskExecution task) {
        return alone
                && task.state() == TaskState.RUNNING
                && (tasks.isToMove(task) || task.attempt().equals(asked));
    }

    /**
     * A task has ended unasked; false if it was not brought to rest.
     *
     * @param last how far it had come, if its state does not say so
     */
    boolean handedOver(TaskExecution task, ChannelPositions last, long nowMs) {
        if (!isMoving(task)) {
            return false;
        }
        out.moved(task.moveTo(TaskState.CANCELING, "is at rest and moves"));
        out.moved(task.canceledAt(last));
        Set<TaskId> one = JobTasks.only(task);
        restart.accept(
                new Ladder.Group(one, false, 0, true),
                new RecoveryLog.Failed(one, Causes.workerDrained(List.of(task)), nowMs));
        return true;
    }

    /** All tasks can begin anew from this checkpoint, which is complete; where none needs to any more they go on. */
    void standsStill(long checkpoint, long nowMs) {
        List<TaskExecution> moved = toMove();
        if (moved.isEmpty()) {
            checkpoints.complete(checkpoint);
        } else {
            restart.accept(
                    new Ladder.Group(new TreeSet<>(tasks.byId().keySet()), true, 0, true),
                    new RecoveryLog.Failed(JobTasks.ids(moved), Causes.workerDrained(moved), nowMs));
        }
    }
}
