package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.coordinator.schedule.Scheduler;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The slots that a job in batch mode holds, each for one task after the other. */
final class BatchSlots {
    private final int wanted;
    private final Map<Integer, NodeId> slots = new TreeMap<>();
    private final Map<TaskId, Integer> taken = new TreeMap<>();
    private int made;

    /** @param wanted slots beyond which more would be of no use */
    BatchSlots(Placement placement, int wanted) {
        this.wanted = wanted;
        add(placement.slots());
    }

    private void add(Collection<NodeId> workers) {
        workers.forEach(worker -> slots.put(made++, worker));
    }

    /** Holds a slot for each of these, which run already, and no other. */
    void takeOver(List<TaskExecution> active) {
        slots.clear();
        taken.clear();
        for (TaskExecution task : active) {
            taken.put(task.id(), made);
            slots.put(made++, task.worker());
        }
    }

    /** A free slot, which is the task's from now on: on this worker if there is one, for its inputs may be there. */
    Optional<NodeId> take(TaskId task, Optional<NodeId> preferred) {
        Optional<Integer> slot =
                free(worker -> preferred.filter(worker::equals).isPresent()).or(() -> free(worker -> true));
        slot.ifPresent(free -> taken.put(task, free));
        return slot.map(slots::get);
    }

    private Optional<Integer> free(Predicate<NodeId> which) {
        return slots.entrySet().stream()
                .filter(slot -> !taken.containsValue(slot.getKey()) && which.test(slot.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Takes the slots back from all other tasks. */
    void keep(Predicate<TaskId> which) {
        taken.keySet().removeIf(which.negate());
    }

    /** Those that no task has, on workers where none may begin. */
    void giveBack(Set<NodeId> closed) {
        slots.entrySet().removeIf(slot -> closed.contains(slot.getValue()) && !taken.containsValue(slot.getKey()));
    }

    void lose(NodeId worker) {
        slots.values().removeIf(worker::equals);
    }

    /** Takes what it lacks. */
    void offered(List<SlotOffer> offers) {
        add(Scheduler.some(offers, wanted - slots.size()));
    }

    boolean areMissing() {
        return slots.size() < wanted;
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }

    int on(NodeId worker) {
        return (int) slots.values().stream().filter(worker::equals).count();
    }
}
