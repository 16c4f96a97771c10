package io.kintsugi.coordinator.failover;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Restarts regions. A region is what pipelined edges connect, in either direction: its tasks have seen each other's
 * records, so their states belong together, and no other region has seen any of them. All edges are pipelined so far.
 */
final class RegionFailover implements FailoverStrategy {
    /** Each task's way to the one that stands for its region, as in a disjoint-set forest. */
    private final Map<TaskId, TaskId> parents = new LinkedHashMap<>();

    RegionFailover(Plan plan) {
        plan.tasks().forEach(task -> parents.put(task, task));
        for (TaskId task : plan.tasks()) {
            for (ChannelId output : plan.outputs(task)) {
                parents.put(region(task), region(plan.consumer(output)));
            }
        }
    }

    @Override
    public Set<TaskId> restartedWith(Collection<TaskId> failed) {
        Set<TaskId> regions = new TreeSet<>();
        failed.forEach(task -> regions.add(region(task)));
        Set<TaskId> restarted = new LinkedHashSet<>();
        for (TaskId task : parents.keySet()) {
            if (regions.contains(region(task))) {
                restarted.add(task);
            }
        }
        return restarted;
    }

    private TaskId region(TaskId task) {
        TaskId at = task;
        TaskId parent = parent(at);
        while (!parent.equals(at)) {
            TaskId above = parent(parent);
            parents.put(at, above); // Halves the way for the next who asks.
            at = above;
            parent = parent(at);
        }
        return at;
    }

    private TaskId parent(TaskId task) {
        TaskId parent = parents.get(task);
        if (parent == null) {
            throw new IllegalArgumentException("task " + task + " is not in the plan");
        }
        return parent;
    }
}
