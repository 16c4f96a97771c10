package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.failover.RestartBackoff;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.recovery.RestartStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Tasks of a job in batch mode that begin anew, from the failure until they run. */
final class BatchRestarts {
    private final RestartStrategy strategy;
    private final RandomGenerator random;
    private final Outbox out;
    private final Map<TaskId, RestartBackoff> backoffs = new TreeMap<>();
    /** Those whose last attempt is not over yet, or which pause: of several pauses the last one counts. */
    private final Map<TaskId, Hold> held = new TreeMap<>();

    private record Hold(int round, boolean repeats) {}

    private final Set<Integer> pauses = new TreeSet<>();
    /** Those that have not run again. */
    private final Set<TaskId> underWay = new TreeSet<>();

    private int rounds;

    BatchRestarts(RestartStrategy strategy, RandomGenerator random, Outbox out) {
        this.strategy = strategy;
        this.random = random;
        this.out = out;
    }

    /** Takes note of the failure of a task, each by itself. */
    RestartBackoff.Decision failed(TaskId task, long nowMs) {
        return backoffs.computeIfAbsent(task, id -> RestartBackoff.of(strategy, random))
                .failed(nowMs);
    }

    /** @param repeats whether a task begins anew also where it is found to have finished meanwhile */
    void begin(List<TaskExecution> those, Predicate<TaskExecution> repeats, long pauseMs) {
        int round = ++rounds;
        those.forEach(task -> held.put(task.id(), new Hold(round, repeats.test(task))));
        underWay.addAll(JobTasks.ids(those));
        if (pauseMs > 0) {
            pauses.add(round);
            out.startTimer(new JobEvent.RestartDue(round), pauseMs);
        }
    }

    void pauseOver(int round) {
        pauses.remove(round);
    }

    /** Those whose pause is over and whose last attempt is gone: they wait for their turn from now on. */
    List<TaskExecution> due(JobTasks tasks) {
        List<TaskExecution> due = new ArrayList<>();
        held.entrySet()
                .removeIf(entry ->
                        !entry.getValue().repeats() && tasks.get(entry.getKey()).state() == TaskState.FINISHED);
        held.forEach((id, hold) -> {
            TaskExecution task = tasks.get(id);
            if (!pauses.contains(hold.round()) && task.isGone()) {
                due.add(task);
            }
        });
        due.forEach(task -> held.remove(task.id()));
        return due;
    }

    /** Those that run again, unless their next attempt is on its way. */
    void forgetThose(Predicate<TaskId> run) {
        underWay.removeIf(task -> !held.containsKey(task) && run.test(task));
    }

    /** Those of these that are to begin anew as soon as they are gone. */
    Set<TaskId> waitingFor(List<TaskExecution> those) {
        Set<TaskId> waiting = JobTasks.ids(those);
        waiting.retainAll(held.keySet());
        return waiting;
    }

    /** Whether it is to begin anew as soon as it is gone and its pause is over. */
    boolean isHeld(TaskId task) {
        return held.containsKey(task);
    }

    boolean has(TaskId task) {
        return underWay.contains(task);
    }

    boolean areOver() {
        return underWay.isEmpty();
    }

    /** The job ends. */
    void end() {
        held.clear();
        underWay.clear();
    }
}
