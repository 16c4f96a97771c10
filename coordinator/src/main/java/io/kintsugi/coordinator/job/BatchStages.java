package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.Supersteps;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the tasks of a job in batch mode wait for, and which of them must do their work again. */
final class BatchStages {
    private final Plan plan;
    private final JobTasks tasks;
    private final BatchRestarts restarts;
    private final Supersteps supersteps;
    /** Vertices that may emit something else when they run again, since a source before them does. */
    private final Set<String> unsteady = new TreeSet<>();

    private final Set<AttemptId> lost = new LinkedHashSet<>();

    BatchStages(Plan plan, JobTasks tasks, BatchRestarts restarts, Supersteps supersteps) {
        this.plan = plan;
        this.tasks = tasks;
        this.restarts = restarts;
        this.supersteps = supersteps;
        for (PlanVertex vertex : plan.vertices()) {
            boolean own = vertex.head().kind() instanceof StepKind.SourceStep source
                    && !source.source().deterministic();
            if (own
                    || plan.edgesInto(vertex.name()).stream()
                            .map(PlanEdge::from)
                            .anyMatch(unsteady::contains)) {
                unsteady.add(vertex.name());
            }
        }
    }

    /** Those that wait for nothing but a slot, stage by stage. */
    List<TaskExecution> ready() {
        return tasks.that(task -> task.state() == TaskState.WAITING
                && plan.inputs(task.id()).stream()
                        .map(plan::producer)
                        .allMatch(producer -> isThrough(task.id(), producer)));
    }

    /** Whether all is there that a task is to read from a producer. */
    private boolean isThrough(TaskId task, TaskId producer) {
        return switch (supersteps.need(task, producer)) {
            case READS -> hasFinished(producer);
            case NO_MORE -> true;
            case NOT_YET -> false;
        };
    }

    /** The attempt of a task that has finished and is not about to begin anew. */
    Optional<AttemptId> finished(TaskId task) {
        return hasFinished(task) ? Optional.of(tasks.get(task).attempt()) : Optional.empty();
    }

    /** And is not about to begin anew. */
    private boolean hasFinished(TaskId task) {
        return tasks.get(task).state() == TaskState.FINISHED && !restarts.isHeld(task);
    }

    /** All that a task reads from as it is now, by name. */
    Set<TaskId> producers(TaskId task) {
        Set<TaskId> producers = new TreeSet<>();
        plan.inputs(task).forEach(channel -> producers.add(plan.producer(channel)));
        producers.removeIf(producer -> supersteps.need(task, producer) != Supersteps.Need.READS);
        return producers;
    }

    /** Where the producer is that has the number of the task, if it reads from such a one. */
    Optional<NodeId> besideItsInput(TaskId task) {
        return producers(task).stream()
                .filter(producer -> producer.subtask() == task.subtask())
                .map(producer -> tasks.get(producer).worker())
                .findFirst();
    }

    /** All that read from a task as it is now, by name. */
    Set<TaskId> consumers(TaskId task) {
        Set<TaskId> consumers = new TreeSet<>();
        plan.outputs(task).forEach(channel -> consumers.add(plan.consumer(channel)));
        consumers.removeIf(consumer -> supersteps.need(consumer, task) != Supersteps.Need.READS);
        return consumers;
    }

    /** What a finished task has kept is gone although its worker is there. */
    void outputLost(TaskExecution task) {
        lost.add(task.attempt());
    }

    private boolean isLost(TaskExecution task) {
        return task.state() == TaskState.FINISHED
                && (lost.contains(task.attempt()) || tasks.lost().contains(task.worker()));
    }

    /**
     * Whether a task begins anew also where it turns out to have finished before it could be cancelled. One that has written
     * to the outside only must not, for it had all its input.
     */
    boolean repeatsWork(TaskExecution task) {
        return task.state() == TaskState.FINISHED
                || isUnsteady(task.id())
                || !plan.outputs(task.id()).isEmpty();
    }

    /** Whether a task may emit something else when it runs again. */
    private boolean isUnsteady(TaskId task) {
        return unsteady.contains(task.vertex());
    }

    /**
     * Those that have read, or are about to, what a task has emitted that would have emitted something else in another attempt,
     * where there was one before: which they have read nobody knows who has not led them.
     */
    Set<TaskId> doubtful() {
        Set<TaskId> doubtful = new TreeSet<>();
        tasks.that(task -> isUnsteady(task.id()) && task.attempt().number() > 1)
                .forEach(task -> doubtful.addAll(consumers(task.id())));
        doubtful.removeIf(task -> tasks.get(task).state() == TaskState.WAITING);
        return doubtful;
    }

    /**
     * What has to begin anew with some tasks, or because outputs are lost: finished tasks whose lost output is still needed,
     * also one that was lost when nobody needed it, and the tasks that were reading it. Where a task may emit something else
     * the second time, also all that had read the first.
     */
    Set<TaskId> toRepeat(Set<TaskId> anew) {
        Set<TaskId> again = new TreeSet<>(anew);
        int before;
        do {
            before = again.size();
            tasks.all().forEach(task -> repeatIfNeeded(task, again));
        } while (again.size() > before);
        return again;
    }

    private void repeatIfNeeded(TaskExecution task, Set<TaskId> again) {
        boolean needed = consumers(task.id()).stream()
                .anyMatch(id -> again.contains(id) || !hasFinished(id) || supersteps.readsAgain(id, task.id()));
        if (isLost(task) && needed) {
            again.add(task.id());
        }
        if (again.contains(task.id())) {
            for (TaskId id : consumers(task.id())) {
                TaskExecution consumer = tasks.get(id);
                boolean reads = consumer.state() != TaskState.WAITING && !consumer.isGone();
                boolean differs = isUnsteady(task.id()) && hasFinished(id);
                if (reads || differs) {
                    again.add(id);
                }
            }
        }
    }
}
