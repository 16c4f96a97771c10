package io.kintsugi.coordinator.job;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.RestorePoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The attempts that live on simulated workers. */
final class SimulatedTasks {
    private final Map<AttemptId, Live> live = new LinkedHashMap<>();

    /** An attempt on a worker. */
    static final class Live {
        final AttemptId attempt;
        final NodeId worker;
        final RestorePoint restore;
        final TreeSet<Long> barriers = new TreeSet<>();
        boolean connected;
        boolean ending;
        boolean ended;

        Live(AttemptId attempt, NodeId worker, RestorePoint restore) {
            this.attempt = attempt;
            this.worker = worker;
            this.restore = restore;
        }
    }

    /** Adds it, unless it is there already. */
    Live deploy(AttemptId attempt, NodeId worker, RestorePoint restore) {
        return live.computeIfAbsent(attempt, id -> new Live(id, worker, restore));
    }

    Optional<Live> get(AttemptId attempt) {
        return Optional.ofNullable(live.get(attempt));
    }

    void remove(AttemptId attempt) {
        live.remove(attempt);
    }

    void removeAllOn(NodeId worker) {
        live.values().removeIf(task -> task.worker.equals(worker));
    }

    List<Live> on(NodeId worker) {
        return live.values().stream().filter(task -> task.worker.equals(worker)).toList();
    }

    List<AttemptId> all() {
        return List.copyOf(live.keySet());
    }

    /** Other attempts of the same task. */
    List<AttemptId> rivals(AttemptId attempt) {
        return live.keySet().stream()
                .filter(other -> other.task().equals(attempt.task()) && !other.equals(attempt))
                .toList();
    }

    /** The newest attempt of a task that lives. */
    Optional<Live> newest(TaskId task) {
        return live.values().stream()
                .filter(one -> one.attempt.task().equals(task))
                .reduce((a, b) -> a.attempt.number() > b.attempt.number() ? a : b);
    }

    /** Producers of a task that live, newest attempts. */
    List<Optional<Live>> producers(TaskId task) {
        return Stories.PLAN.inputs(task).stream()
                .map(Stories.PLAN::producer)
                .distinct()
                .map(this::newest)
                .toList();
    }
}
