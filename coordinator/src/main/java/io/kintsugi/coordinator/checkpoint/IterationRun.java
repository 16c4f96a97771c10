package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanIteration;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.SuperstepStatus;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One iteration of a job. A superstep is complete when all its tasks have finished and those that keep something have
 * stored it; then they begin the next one with that:
 *
 * <pre>
 * superstep 1 ──complete──▶ superstep 2 ──▶ ... ──complete, and its Until says so──▶ over: the end gives out its records
 * </pre>
 *
 * Not for several threads.
 */
final class IterationRun {
    private final PlanIteration iteration;
    /** All that run in each superstep. */
    private final List<TaskId> tasks;

    private final Map<TaskId, Stored> pending = new TreeMap<>();
    private Map<TaskId, StateVersion> complete = new TreeMap<>();
    private int done;
    private double value = Double.NaN;
    private boolean over;

    private record Stored(StateVersion version, double measure) {}

    IterationRun(Plan plan, PlanIteration iteration) {
        this.iteration = iteration;
        this.tasks = plan.tasks().stream()
                .filter(task -> iteration.contains(task.vertex()))
                .toList();
    }

    PlanIteration iteration() {
        return iteration;
    }

    /** Supersteps that are complete. */
    int done() {
        return done;
    }

    /** What the records of the last one measure together; not a number before the first. */
    double value() {
        return value;
    }

    boolean isOver() {
        return over;
    }

    SuperstepStatus status() {
        return new SuperstepStatus(iteration.name(), over ? done : done + 1, iteration.max(), value, over);
    }

    /** Goes on behind a superstep that another leader has completed. */
    void goOnBehind(Manifest manifest, Manifest.Superstep superstep) {
        complete.clear();
        manifest.versions().forEach(version -> complete.put(version.task(), version));
        behind(superstep.number(), superstep.value());
    }

    private void behind(int number, double measured) {
        done = number;
        value = measured;
        over = iteration.until().isReached(number, measured);
    }

    Supersteps.Need need(TaskId consumer, TaskId producer) {
        String reader = consumer.vertex();
        if (reader.equals(iteration.start())) {
            return done == 0 ? Supersteps.Need.READS : Supersteps.Need.NO_MORE;
        }
        if (iteration.contains(reader)) {
            return over ? Supersteps.Need.NO_MORE : Supersteps.Need.READS;
        }
        return over || !producer.vertex().equals(iteration.end()) ? Supersteps.Need.READS : Supersteps.Need.NOT_YET;
    }

    /** Whether a task reads from the producer again in the next superstep, if there is one. */
    boolean readsAgain(TaskId consumer, TaskId producer) {
        return !over
                && iteration.contains(consumer.vertex())
                && !iteration.contains(producer.vertex())
                && !consumer.vertex().equals(iteration.start());
    }

    RestorePoint begins(TaskId task) {
        boolean isStart = task.vertex().equals(iteration.start());
        boolean gathers = task.vertex().equals(iteration.end()) && !over;
        TaskId keeper = isStart ? new TaskId(iteration.end(), task.subtask()) : task;
        StateVersion version = gathers ? null : complete.get(keeper);
        return new RestorePoint(done, version == null ? List.of() : List.of(version), isStart);
    }

    /** What an attempt has stored behind the superstep of now; returns what another attempt had stored. */
    Optional<StateVersion> take(StateVersion version, double measure) {
        Stored before = pending.put(version.task(), new Stored(version, measure));
        return Optional.ofNullable(before).map(Stored::version).filter(old -> !old.equals(version));
    }

    List<StateVersion> pending() {
        return pending.values().stream().map(Stored::version).toList();
    }

    /** The states that the tasks go on with. */
    List<StateVersion> versions() {
        return List.copyOf(complete.values());
    }

    /**
     * Goes on to the next superstep if the one of now is complete; returns whether it was.
     *
     * @param finished gives the attempt of a task that has finished
     */
    boolean advance(Function<TaskId, Optional<AttemptId>> finished) {
        if (over || !tasks.stream().allMatch(task -> hasEnded(task, finished.apply(task)))) {
            return false;
        }
        double measured = 0;
        Map<TaskId, StateVersion> versions = new TreeMap<>();
        for (Map.Entry<TaskId, Stored> stored : pending.entrySet()) {
            measured += stored.getValue().measure();
            versions.put(stored.getKey(), stored.getValue().version());
        }
        complete = versions;
        pending.clear();
        behind(done + 1, measured);
        return true;
    }

    private boolean hasEnded(TaskId task, Optional<AttemptId> finished) {
        if (finished.isEmpty() || !iteration.keepers().contains(task.vertex())) {
            return finished.isPresent();
        }
        Stored stored = pending.get(task);
        return stored != null && stored.version().id().attempt().equals(finished.get());
    }

    /** All that run in each superstep; once it is over, those that give out its records. */
    List<TaskId> tasksToBegin() {
        return over
                ? tasks.stream()
                        .filter(task -> task.vertex().equals(iteration.end()))
                        .toList()
                : tasks;
    }
}
