package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The tasks of a job, chain by chain, and the workers that are lost to it or are to have none of them. */
final class JobTasks {
    private final JobId job;
    private final Map<TaskId, TaskExecution> tasks = new LinkedHashMap<>();
    private final TreeSet<NodeId> lost = new TreeSet<>();
    private final TreeSet<NodeId> silent = new TreeSet<>();
    private final TreeSet<NodeId> drained = new TreeSet<>();
    private final TreeSet<NodeId> quarantined = new TreeSet<>();

    JobTasks(JobToRun toRun) {
        this.job = toRun.spec().id();
        Map<TaskId, NodeId> workers = toRun.placement().workers();
        for (TaskId id : toRun.plan().tasks()) {
            NodeId worker = workers.get(id);
            if (worker == null) {
                throw new IllegalArgumentException("job " + job + ": task " + id + " was not placed");
            }
            PlanVertex vertex = toRun.plan().vertex(id);
            tasks.put(
                    id,
                    toRun.plan().isBatch()
                            ? TaskExecution.waiting(id, vertex, worker)
                            : new TaskExecution(id, vertex, worker));
        }
    }

    /** By id, chain by chain. */
    Map<TaskId, TaskExecution> byId() {
        return tasks;
    }

    Collection<TaskExecution> all() {
        return tasks.values();
    }

    TaskExecution get(TaskId id) {
        TaskExecution task = tasks.get(id);
        if (task == null) {
            throw new IllegalArgumentException("job " + job + " has no task " + id);
        }
        return task;
    }

    List<TaskExecution> that(Predicate<TaskExecution> condition) {
        return tasks.values().stream().filter(condition).toList();
    }

    List<TaskExecution> of(Set<TaskId> ids) {
        return that(task -> ids.contains(task.id()));
    }

    /** The task whose current attempt this is. */
    Optional<TaskExecution> current(JobId of, AttemptId attempt) {
        return of.equals(job)
                ? Optional.ofNullable(tasks.get(attempt.task()))
                        .filter(task -> task.attempt().equals(attempt))
                : Optional.empty();
    }

    /** Those whose current attempt is one of these. */
    List<TaskExecution> current(List<AttemptId> attempts) {
        return that(task -> attempts.contains(task.attempt()));
    }

    static Set<TaskId> only(TaskExecution task) {
        return ids(List.of(task));
    }

    /** By name. */
    static Set<TaskId> ids(List<TaskExecution> of) {
        Set<TaskId> ids = new TreeSet<>();
        of.forEach(task -> ids.add(task.id()));
        return ids;
    }

    boolean areGone() {
        return tasks.values().stream().allMatch(TaskExecution::isGone);
    }

    /** Whether each works or has worked to its end. */
    boolean haveRun() {
        return tasks.values().stream().allMatch(TaskExecution::hasRun);
    }

    void takeOver(Survey survey) {
        lost.add(Survey.NOWHERE);
        survey.all().forEach(found -> {
            TaskExecution task = get(found.attempt().task());
            task.takeOver(found.attempt(), found.inventory());
            task.restartsKnown(Survey.begunBefore(found.attempt()));
            task.numberAbove(survey.numberedAbove(task.id()));
        });
    }

    /** What is not there begins anew under a number that no attempt can have which nobody in view has seen. */
    void numberOn(Survey survey) {
        survey.all().stream().filter(Survey.Found::isMissing).forEach(found -> {
            TaskId task = found.attempt().task();
            get(task).takeOver(new AttemptId(task, survey.numberedAbove(task)), found.inventory());
        });
    }

    /** At least so often has one of them begun anew. */
    int restartsKnown() {
        return tasks.values().stream().mapToInt(TaskExecution::restarts).max().orElse(0);
    }

    void lose(NodeId worker) {
        lost.add(worker);
    }

    /** These are not heard, and all others are. */
    void silent(Set<NodeId> workers) {
        silent.clear();
        silent.addAll(workers);
    }

    /** Those that have tasks of the job and are not heard. */
    Set<NodeId> silentWorkers() {
        Set<NodeId> workers = workers();
        workers.retainAll(silent);
        return workers;
    }

    Set<NodeId> lost() {
        return lost;
    }

    /** No task is to begin on these, and on all others one may. */
    void holdBack(JobEvent.WorkersHeldBack workers) {
        drained.clear();
        drained.addAll(workers.drained());
        quarantined.clear();
        quarantined.addAll(workers.quarantined());
    }

    /** Whether a task works where it is not to stay. */
    boolean isToMove(TaskExecution task) {
        return drained.contains(task.worker());
    }

    /** Those that no task can begin on. */
    Set<NodeId> closed() {
        Set<NodeId> closed = new TreeSet<>(lost);
        closed.addAll(drained);
        closed.addAll(quarantined);
        return closed;
    }

    /** Those that have tasks of the job and are not lost. */
    Set<NodeId> workers() {
        Set<NodeId> workers = new TreeSet<>();
        tasks.values().forEach(task -> workers.add(task.worker()));
        workers.removeAll(lost);
        return workers;
    }
}
