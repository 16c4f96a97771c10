package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Who takes part in a checkpoint: whom a barrier starts from, who must acknowledge it, and whom it reaches. */
final class Participants {
    private final Plan plan;
    private final List<TaskId> all;
    private final List<TaskId> sources;
    private final List<TaskId> acknowledging;

    Participants(Plan plan) {
        this.plan = plan;
        this.all = plan.tasks();
        this.sources =
                all.stream().filter(task -> plan.vertex(task).head().isSource()).toList();
        this.acknowledging =
                all.stream().filter(task -> plan.vertex(task).mustAcknowledge()).toList();
    }

    /** Those whom the leader asks. */
    List<TaskId> sourcesWithout(Set<TaskId> ended) {
        return without(sources, ended);
    }

    /** Those whom a checkpoint waits for. */
    List<TaskId> acknowledgingWithout(Set<TaskId> ended) {
        return without(acknowledging, ended);
    }

    boolean areAll(Set<TaskId> tasks) {
        return tasks.containsAll(all);
    }

    /**
     * Whether a barrier comes to everybody whom a checkpoint waits for. It does not come to a task whose sources have all
     * ended: such a task has the rest of its input before it and ends by itself.
     */
    boolean areReached(Set<TaskId> ended) {
        List<TaskId> needed = acknowledgingWithout(ended);
        if (ended.isEmpty()) {
            return true;
        }
        Set<TaskId> reached = new TreeSet<>(sourcesWithout(ended));
        for (TaskId task : all) {
            if (plan.inputs(task).stream().map(plan::producer).anyMatch(reached::contains)) {
                reached.add(task);
            }
        }
        return !needed.isEmpty() && reached.containsAll(needed);
    }

    private static List<TaskId> without(Collection<TaskId> tasks, Set<TaskId> ended) {
        return tasks.stream().filter(task -> !ended.contains(task)).toList();
    }
}
