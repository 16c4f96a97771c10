package io.kintsugi.coordinator.schedule;

import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the tasks of a job run.
 *
 * @param workers of every task of the plan
 * @param slots one entry for each slot that the job holds: the worker it belongs to
 */
public record Placement(Map<TaskId, NodeId> workers, List<NodeId> slots) {
    public Placement {
        workers = Collections.unmodifiableMap(new TreeMap<>(workers));
        slots = List.copyOf(slots);
    }

    /** How many slots of a worker the job holds. */
    public int slotsOn(NodeId worker) {
        return (int) slots.stream().filter(worker::equals).count();
    }
}
