package io.kintsugi.coordinator.failover;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.Recovery;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** Which tasks begin anew when some have failed. */
public interface FailoverStrategy {
    /** The failed tasks, and all that must restart with them; by name. */
    Set<TaskId> restartedWith(Collection<TaskId> failed);

    static FailoverStrategy of(Recovery.Strategy strategy, Plan plan) {
        return switch (strategy) {
            case TASK -> TreeSet::new;
            case SINK -> new SinkFailover(plan);
            case DOWNSTREAM -> failed -> reachable(plan, failed);
            case REGION -> new RegionFailover(plan);
        };
    }

    /** Whether the failure of a task takes all that restart back to one checkpoint, else each goes on from its newest state. */
    static boolean isExact(Recovery.Strategy strategy, Plan plan, TaskId failed) {
        return switch (strategy) {
            case TASK, DOWNSTREAM -> false;
            case SINK -> !plan.outputs(failed).isEmpty();
            case REGION -> true;
        };
    }

    /** These tasks and everything that their records come to. */
    private static Set<TaskId> reachable(Plan plan, Collection<TaskId> from) {
        Set<TaskId> reached = new TreeSet<>(from);
        for (TaskId task : plan.tasks()) { // Producers before consumers, so one pass finds all.
            if (reached.contains(task)) {
                for (ChannelId output : plan.outputs(task)) {
                    reached.add(plan.consumer(output));
                }
            }
        }
        return reached;
    }
}
