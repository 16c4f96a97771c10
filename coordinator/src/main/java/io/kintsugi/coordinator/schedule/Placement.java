package io.kintsugi.coordinator.schedule;

import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where the tasks of a job run, and where its spares stand by.
 *
 * @param slotOf every task of the plan, and every spare that has a slot, as an index of {@code slots}
 * @param slots one entry for each slot that the job holds: the worker it belongs to
 */
public record Placement(Map<TaskId, Integer> slotOf, List<NodeId> slots) {
    public Placement {
        slotOf = Collections.unmodifiableMap(new TreeMap<>(slotOf));
        slots = List.copyOf(slots);
    }

    /** One with as few slots as let tasks be where they are: the first of a vertex on a worker is in its first slot, and so on. */
    public static Placement around(Map<TaskId, NodeId> workers) {
        Map<NodeId, List<Integer>> slotsOf = new TreeMap<>();
        Map<String, Integer> taken = new TreeMap<>();
        Map<TaskId, Integer> slotOf = new TreeMap<>();
        List<NodeId> slots = new ArrayList<>();
        new TreeMap<>(workers).forEach((task, worker) -> {
            int place = taken.merge(task.vertex() + "@" + worker, 1, Integer::sum) - 1;
            List<Integer> own = slotsOf.computeIfAbsent(worker, none -> new ArrayList<>());
            if (place == own.size()) {
                own.add(slots.size());
                slots.add(worker);
            }
            slotOf.put(task, own.get(place));
        });
        return new Placement(slotOf, slots);
    }

    /** The worker of every task and spare. */
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

    /** Of a task or a spare; empty for a spare without a slot. */
    public Optional<NodeId> workerOf(TaskId task) {
        return Optional.ofNullable(slotOf.get(task)).map(slots::get);
    }

    /** The same with one more slot, for a spare; a slot that it has is given back. */
    public Placement with(TaskId spare, NodeId worker) {
        Placement others = without(spare);
        Map<TaskId, Integer> places = new TreeMap<>(others.slotOf);
        List<NodeId> more = new ArrayList<>(others.slots);
        places.put(spare, more.size());
        more.add(worker);
        return new Placement(places, more);
    }

    /** A task goes where a spare stands by, and the next spare of this place is to stand by where the task was. */
    public Placement swapped(TaskId task, TaskId spare) {
        Map<TaskId, Integer> places = new TreeMap<>(slotOf);
        places.put(task, slot(spare));
        places.put(spare, slot(task));
        return new Placement(places, slots);
    }

    private int slot(TaskId task) {
        Integer slot = slotOf.get(task);
        if (slot == null) {
            throw new IllegalArgumentException(task + " has no slot");
        }
        return slot;
    }

    /** Whether a spare has a slot in which no task is. */
    public boolean isAlone(TaskId spare) {
        Integer slot = slotOf.get(spare);
        return slot != null && Collections.frequency(slotOf.values(), slot) == 1;
    }

    /** The same without a spare, and without its slot unless others are in it. */
    public Placement without(TaskId spare) {
        boolean alone = isAlone(spare);
        Map<TaskId, Integer> places = new TreeMap<>(slotOf);
        Integer slot = places.remove(spare);
        if (slot == null || !alone) {
            return new Placement(places, slots);
        }
        places.replaceAll((task, other) -> other > slot ? other - 1 : other);
        List<NodeId> fewer = new ArrayList<>(slots);
        fewer.remove(slot.intValue());
        return new Placement(places, fewer);
    }

    /** In how many slots that are elsewhere by now these tasks of a worker still are. */
    public int slotsLeft(NodeId worker, Set<TaskId> there) {
        Set<Integer> left = new TreeSet<>();
        for (TaskId task : there) {
            Integer slot = slotOf.get(task);
            if (slot != null && !slots.get(slot).equals(worker)) {
                left.add(slot);
            }
        }
        return left.size();
    }

    /** How many slots of a worker the job holds. */
    public int slotsOn(NodeId worker) {
        return (int) slots.stream().filter(worker::equals).count();
    }
}
