package io.kintsugi.coordinator.failover;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.recovery.Recovery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * The recoveries of a job, newest first. A failure next to one that is under way belongs to it, unless it takes a wider
 * strategy: then a new recovery takes its place. Not for several threads.
 */
public final class RecoveryLog {
    private final int keptMax;
    private final int tasks;
    private final Deque<Incident> newestFirst = new ArrayDeque<>();
    private final Map<TaskId, Long> newestOf = new TreeMap<>();
    private long newest;

    /**
     * Tasks that failed at one moment.
     *
     * @param failedAtMs by the worker's clock, or by the leader's where no worker has told
     */
    public record Failed(Set<TaskId> tasks, Failure cause, long failedAtMs) {}

    /**
     * What begins anew because of a failure.
     *
     * @param near these tasks and their neighbours
     */
    public record Restarted(Set<TaskId> tasks, Set<TaskId> near) {}

    /** Recoveries that a failure changes: the one that it belongs to comes last. */
    public record Change(List<Long> escalated, long id, boolean begun) {}

    /**
     * @param tasks of the job
     * @param keptMax at least 1
     */
    public RecoveryLog(int tasks, int keptMax) {
        this.tasks = tasks;
        this.keptMax = keptMax;
    }

    /** Another leader may have used numbers up to this one. */
    public void goOnAfter(long number) {
        newest = number;
    }

    public Change failed(Recovery.Strategy strategy, Failed failed, Restarted restarted, long nowMs) {
        List<Incident> near = running(restarted.near());
        List<Long> escalated = new ArrayList<>();
        for (Incident incident : near) {
            if (incident.strategy().compareTo(strategy) < 0) {
                incident.end(RecoveryStatus.State.ESCALATED);
                escalated.add(incident.id());
            }
        }
        Optional<Incident> same = near.stream().filter(Incident::isRunning).findFirst();
        Incident incident = same.orElseGet(() -> begin(strategy, failed.cause()));
        incident.add(failed.tasks(), restarted.tasks(), new Incident.Moments(failed.failedAtMs(), nowMs));
        restarted.tasks().forEach(task -> newestOf.put(task, incident.id()));
        return new Change(escalated, incident.id(), same.isEmpty());
    }

    private Incident begin(Recovery.Strategy strategy, Failure cause) {
        Incident incident = new Incident(++newest, strategy, cause);
        newestFirst.addFirst(incident);
        if (newestFirst.size() > keptMax) {
            newestFirst.removeLast();
        }
        return incident;
    }

    /** Those under way that restart one of these tasks, oldest first. */
    private List<Incident> running(Set<TaskId> those) {
        List<Incident> near = new ArrayList<>();
        Iterator<Incident> oldestFirst = newestFirst.descendingIterator();
        while (oldestFirst.hasNext()) {
            Incident incident = oldestFirst.next();
            if (incident.isRunning() && those.stream().anyMatch(incident.restarted()::contains)) {
                near.add(incident);
            }
        }
        return near;
    }

    /** A task has come a step further on its way. */
    public void reached(TaskId task, RecoveryStage stage, long atMs) {
        Long id = newestOf.get(task);
        newestFirst.stream()
                .filter(incident -> id != null && incident.id() == id)
                .forEach(incident -> incident.reached(stage, atMs));
    }

    /** The newest recovery that restarted one of these two; 0 for none. */
    public long recoveryOf(TaskId one, TaskId other) {
        return Math.max(newestOf.getOrDefault(one, 0L), newestOf.getOrDefault(other, 0L));
    }

    /** Ends those of which no task is on its way any more; returns them. */
    public List<Long> done(Predicate<TaskId> isOnItsWay) {
        List<Long> done = new ArrayList<>();
        for (Incident incident : newestFirst) {
            if (incident.isRunning() && incident.restarted().stream().noneMatch(isOnItsWay)) {
                incident.end(RecoveryStatus.State.DONE);
                done.add(incident.id());
            }
        }
        return done;
    }

    /** The job ends. */
    public void abandon() {
        newestFirst.forEach(incident -> incident.end(RecoveryStatus.State.ABANDONED));
    }

    /** The oldest that is kept; 0 for none. */
    public long oldest() {
        return newestFirst.isEmpty() ? 0 : newestFirst.getLast().id();
    }

    /** Newest first. */
    public List<RecoveryStatus> statuses(LongFunction<LossTotals> loss) {
        return newestFirst.stream()
                .map(incident -> incident.status(tasks, loss.apply(incident.id())))
                .toList();
    }
}
