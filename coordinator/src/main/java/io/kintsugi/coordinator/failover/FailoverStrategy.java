package io.kintsugi.coordinator.failover;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.Recovery;
import java.util.Collection;
import java.util.Set;

/** Which tasks begin anew when some have failed. */
public interface FailoverStrategy {
    /** The failed tasks, and all that must restart with them; in the order of the plan. */
    Set<TaskId> restartedWith(Collection<TaskId> failed);

    static FailoverStrategy of(Recovery.Strategy strategy, Plan plan) {
        return switch (strategy) {
            case REGION -> new RegionFailover(plan);
        };
    }
}
