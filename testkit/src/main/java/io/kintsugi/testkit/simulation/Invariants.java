package io.kintsugi.testkit.simulation;

import io.kintsugi.coordinator.job.Survey;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.TaskInventory.Standing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What must hold after every event, whatever has gone wrong. */
final class Invariants {
    private static final int PROBLEMS_MAX = 20;

    private final SimulatedCluster cluster;
    private final List<String> problems = new ArrayList<>();
    private final Map<AttemptId, NodeId> begun = new LinkedHashMap<>();
    private long newestCompleted;

    Invariants(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    List<String> problems() {
        return problems;
    }

    long newestCompleted() {
        return newestCompleted;
    }

    /** One live attempt of each task. */
    void check() {
        Map<TaskId, AttemptId> live = new TreeMap<>();
        for (SimulatedWorker worker : cluster.workers()) {
            for (SimulatedTask task : worker.tasks()) {
                AttemptId other = task.isLive() ? live.put(task.attempt().task(), task.attempt()) : null;
                require(other == null, "two attempts live: " + other + " and " + task.attempt());
            }
        }
    }

    /** Who is connected with an attempt knows it by its number: no other one may have the same. */
    void begins(AttemptId attempt, NodeId worker) {
        NodeId other = begun.putIfAbsent(attempt, worker);
        require(other == null, "two attempts are called " + attempt + ": on " + other + " and on " + worker);
    }

    /** A job that was well goes on as it is: what its new leader has found, and what it makes of that. */
    void takenOver(List<TaskId> tasks, List<Survey.Answer> found, JobStatus then) {
        Map<TaskId, AttemptId> well = new TreeMap<>();
        for (Survey.Answer answer : found) {
            answer.job().tasks().stream()
                    .filter(task -> isWell(task.standing()))
                    .forEach(task -> well.merge(task.attempt().task(), task.attempt(), Invariants::newer));
        }
        if (well.keySet().containsAll(tasks)) {
            then.tasks()
                    .forEach(task -> require(
                            task.attempt().equals(well.get(task.attempt().task()))
                                    && task.state() != TaskState.CANCELING,
                            "the leader was replaced, and because of that task " + task.attempt() + " is "
                                    + task.state()));
        }
    }

    private static boolean isWell(Standing standing) {
        return standing != Standing.FAILED && standing != Standing.CANCELING && standing != Standing.GONE;
    }

    private static AttemptId newer(AttemptId one, AttemptId other) {
        return one.number() > other.number() ? one : other;
    }

    /** Numbers of completed checkpoints only rise. */
    void completed(CheckpointStatus status) {
        require(
                status.checkpoint() > newestCompleted,
                "checkpoint #" + status.checkpoint() + " was completed after #" + newestCompleted);
        newestCompleted = status.checkpoint();
    }

    void require(boolean holds, String otherwise) {
        if (!holds && problems.size() < PROBLEMS_MAX) {
            problems.add("%.3f ms: %s".formatted(cluster.agenda().nowNs() / 1e6, otherwise));
        }
    }
}
