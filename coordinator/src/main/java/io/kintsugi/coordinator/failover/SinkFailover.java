package io.kintsugi.coordinator.failover;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Restarts tasks without consumers alone, and any other with its region. */
final class SinkFailover implements FailoverStrategy {
    private final Set<TaskId> sinks = new TreeSet<>();
    private final FailoverStrategy regions;

    SinkFailover(Plan plan) {
        plan.tasks().stream().filter(task -> plan.outputs(task).isEmpty()).forEach(sinks::add);
        regions = new RegionFailover(plan);
    }

    @Override
    public Set<TaskId> restartedWith(Collection<TaskId> failed) {
        Set<TaskId> restarted = new TreeSet<>(failed);
        List<TaskId> others =
                failed.stream().filter(task -> !sinks.contains(task)).toList();
        if (!others.isEmpty()) {
            restarted.addAll(regions.restartedWith(others));
        }
        return restarted;
    }
}
