package io.kintsugi.coordinator.schedule;

import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where the tasks of a job run.
 *
 * @param slotOf every task of the plan, as an index of {@code slots}
 * @param slots one entry for each slot that the job holds: the worker it belongs to
 */
public record Placement(Map<TaskId, Integer> slotOf, List<NodeId> slots) {
    public Placement {
        slotOf = Collections.unmodifiableMap(new TreeMap<>(slotOf));
        slots = List.copyOf(slots);
    }

    /** The worker of every task. */
    public Map<TaskId, NodeId> workers() {
        Map<TaskId, NodeId> workers = new TreeMap<>();
        slotOf.forEach((task, slot) -> workers.put(task, slots.get(slot)));
        return workers;
    }

    /** The slots of these tasks that are on lost workers, in order. */
    public Set<Integer> lostSlots(Set<TaskId> tasks, Set<NodeId> lost) {
        Set<Integer> lostSlots = new TreeSet<>();
        slotOf.forEach((task, slot) -> {
            if (tasks.contains(task) && lost.contains(slots.get(slot))) {
                lostSlots.add(slot);
            }
        });
        return lostSlots;
    }

    /** How many slots of a worker the job holds. */
    public int slotsOn(NodeId worker) {
        return (int) slots.stream().filter(worker::equals).count();
    }
}
