package io.kintsugi.coordinator.failover;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.recovery.Recovery;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Failures that belong together, and what became of their tasks. */
final class Incident {
    private final long id;
    private final Recovery.Strategy strategy;
    private final Failure cause;
    private final Set<TaskId> failed = new LinkedHashSet<>();
    private final Set<TaskId> restarted = new TreeSet<>();
    private final Map<RecoveryStage, Long> timeline = new EnumMap<>(RecoveryStage.class);
    private RecoveryStatus.State state = RecoveryStatus.State.RUNNING;

    Incident(long id, Recovery.Strategy strategy, Failure cause) {
        this.id = id;
        this.strategy = strategy;
        this.cause = cause;
    }

    long id() {
        return id;
    }

    Recovery.Strategy strategy() {
        return strategy;
    }

    boolean isRunning() {
        return state == RecoveryStatus.State.RUNNING;
    }

    Set<TaskId> restarted() {
        return restarted;
    }

    /** One more failure of it; the beginning of an incident is that of its first. */
    void add(Collection<TaskId> failedTasks, Collection<TaskId> restarting, Moments moments) {
        failed.addAll(failedTasks);
        restarted.addAll(restarting);
        timeline.putIfAbsent(RecoveryStage.FAILED, moments.failedAtMs());
        timeline.putIfAbsent(RecoveryStage.DETECTED, moments.nowMs());
        timeline.putIfAbsent(RecoveryStage.DECIDED, moments.nowMs());
    }

    /**
     * When tasks failed.
     *
     * @param failedAtMs by the worker's clock
     * @param nowMs by the leader's
     */
    record Moments(long failedAtMs, long nowMs) {}

    void reached(RecoveryStage stage, long atMs) {
        timeline.merge(stage, atMs, Math::max);
    }

    void end(RecoveryStatus.State how) {
        if (isRunning()) {
            state = how;
        }
    }

    /** @param tasks of the job */
    RecoveryStatus status(int tasks, LossTotals loss) {
        return new RecoveryStatus(
                id,
                strategy,
                List.copyOf(failed),
                List.copyOf(restarted),
                tasks - restarted.size(),
                cause,
                state,
                timeline,
                loss);
    }
}
