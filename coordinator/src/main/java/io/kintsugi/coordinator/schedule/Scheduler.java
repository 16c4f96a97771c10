package io.kintsugi.coordinator.schedule;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Places a job on the slots of the workers. A slot holds one subtask of every chain, so a job needs as many slots as its
 * widest chain has subtasks, and a slot's tasks are a cut through the whole job.
 *
 * <p>First the slots are spread over the workers, then subtask i of a chain goes where subtask i of the chain before it is.
 * Chains that begin anew or are narrower begin at the slot where they leave the busiest worker least busy. Same plan and
 * offers, same placement.
 */
public final class Scheduler {
    private final Plan plan;
    private final List<NodeId> slots;
    private final int[] tasksInSlot;
    private final Map<String, Integer> offsets = new LinkedHashMap<>();

    private Scheduler(Plan plan, List<NodeId> slots) {
        this.plan = plan;
        this.slots = slots;
        this.tasksInSlot = new int[slots.size()];
    }

    /**
     * @param offers of workers that can be reached; among equals the first is preferred
     */
    public static PlacementResult place(Plan plan, List<SlotOffer> offers) {
        PlanVertex widest = plan.vertices().stream()
                .max(Comparator.comparingInt(PlanVertex::parallelism))
                .orElseThrow(() -> new IllegalArgumentException("a plan has at least one chain"));
        int needed = widest.parallelism();
        int free = offers.stream().mapToInt(SlotOffer::free).sum();
        if (free < needed) {
            String purpose = "one for each subtask of '" + widest.name() + "'";
            return new PlacementResult.NotEnoughSlots(purpose, needed, free, List.copyOf(offers));
        }
        return new PlacementResult.Placed(new Scheduler(plan, spread(offers, needed)).place());
    }

    /**
     * Gives a job in batch mode what there is: it needs one slot, and can use as many as its widest chain has subtasks. Which
     * task runs where is decided when its turn comes; until then it stands for subtask i in slot i.
     */
    public static PlacementResult placeBatch(Plan plan, List<SlotOffer> offers) {
        int widest = plan.vertices().stream()
                .mapToInt(PlanVertex::parallelism)
                .max()
                .orElseThrow(() -> new IllegalArgumentException("a plan has at least one chain"));
        List<NodeId> slots = some(offers, widest);
        if (slots.isEmpty()) {
            return new PlacementResult.NotEnoughSlots("for one task after the other", 1, 0, List.copyOf(offers));
        }
        Map<TaskId, Integer> slotOf = new LinkedHashMap<>();
        plan.tasks().forEach(task -> slotOf.put(task, task.subtask() % slots.size()));
        return new PlacementResult.Placed(new Placement(slotOf, slots));
    }

    /** So many slots, or as many as there are, spread over the workers. */
    public static List<NodeId> some(List<SlotOffer> offers, int most) {
        return spread(
                offers, Math.min(most, offers.stream().mapToInt(SlotOffer::free).sum()));
    }

    /**
     * Gives a job other slots in place of those where tasks are to restart and whose workers are lost. What is in the other
     * slots stays where it is.
     *
     * @param offers as for {@link #place}; what the job holds is not free
     */
    public static PlacementResult replace(
            Placement held, Set<TaskId> restarting, Set<NodeId> lost, List<SlotOffer> offers) {
        Set<Integer> replaced = held.lostSlots(restarting, lost);
        int needed = replaced.size();
        int free = offers.stream().mapToInt(SlotOffer::free).sum();
        if (free < needed) {
            return new PlacementResult.NotEnoughSlots(
                    "in place of those on lost or closed workers", needed, free, List.copyOf(offers));
        }
        Iterator<NodeId> others = spread(offers, needed).iterator();
        List<NodeId> slots = new ArrayList<>(held.slots());
        replaced.forEach(slot -> slots.set(slot, others.next()));
        return new PlacementResult.Placed(new Placement(held.slotOf(), slots));
    }

    /**
     * Gives a spare a slot, on a worker that has as few tasks of its vertex as may be, since those could be lost with it; of
     * several on that with the most free slots.
     *
     * @param offers as for {@link #replace}
     */
    public static PlacementResult standBy(Placement held, TaskId spare, List<SlotOffer> offers) {
        Map<NodeId, Integer> alike = new LinkedHashMap<>();
        held.workers().forEach((task, worker) -> {
            if (task.vertex().equals(spare.vertex())) {
                alike.merge(worker, 1, Integer::sum);
            }
        });
        Comparator<SlotOffer> fewest = Comparator.comparingInt(offer -> alike.getOrDefault(offer.worker(), 0));
        return offers.stream()
                .filter(offer -> offer.free() > 0)
                .min(fewest.thenComparing(
                        Comparator.comparingInt(SlotOffer::free).reversed()))
                .<PlacementResult>map(best -> new PlacementResult.Placed(held.with(spare, best.worker())))
                .orElseGet(() -> new PlacementResult.NotEnoughSlots(
                        "for a spare of '" + spare.vertex() + "'", 1, 0, List.copyOf(offers)));
    }

    /** One slot after the other from the worker that has given the fewest; of several, from the one with the most left. */
    private static List<NodeId> spread(List<SlotOffer> offers, int needed) {
        int[] taken = new int[offers.size()];
        List<NodeId> slots = new ArrayList<>();
        while (slots.size() < needed) {
            int best = -1;
            for (int i = 0; i < taken.length; i++) {
                int left = offers.get(i).free() - taken[i];
                boolean better = best < 0
                        || taken[i] < taken[best]
                        || (taken[i] == taken[best] && left > offers.get(best).free() - taken[best]);
                best = left > 0 && better ? i : best;
            }
            taken[best]++;
            slots.add(offers.get(best).worker());
        }
        return slots;
    }

    private Placement place() {
        Map<TaskId, Integer> slotOf = new LinkedHashMap<>();
        for (PlanVertex vertex : plan.vertices()) {
            int offset = besideItsInput(vertex).orElseGet(() -> leastBusyOffset(vertex.parallelism()));
            offsets.put(vertex.name(), offset);
            for (int subtask = 0; subtask < vertex.parallelism(); subtask++) {
                int slot = slot(offset, subtask);
                tasksInSlot[slot]++;
                slotOf.put(new TaskId(vertex.name(), subtask), slot);
            }
        }
        return new Placement(slotOf, slots);
    }

    private Optional<Integer> besideItsInput(PlanVertex vertex) {
        for (PlanEdge edge : plan.edgesInto(vertex.name())) {
            Integer offset = offsets.get(edge.from());
            if (offset != null && plan.vertex(edge.from()).parallelism() == vertex.parallelism()) {
                return Optional.of(offset);
            }
        }
        return Optional.empty();
    }

    private int leastBusyOffset(int parallelism) {
        int best = 0;
        int bestLoad = Integer.MAX_VALUE;
        for (int offset = 0; offset < slots.size(); offset++) {
            int load = busiestWorkerWith(offset, parallelism);
            if (load < bestLoad) {
                best = offset;
                bestLoad = load;
            }
        }
        return best;
    }

    /** Tasks of the job on that worker of the chain which would have most of them. */
    private int busiestWorkerWith(int offset, int parallelism) {
        Map<NodeId, Integer> tasks = new LinkedHashMap<>();
        for (int slot = 0; slot < tasksInSlot.length; slot++) {
            tasks.merge(slots.get(slot), tasksInSlot[slot], Integer::sum);
        }
        int busiest = 0;
        for (int subtask = 0; subtask < parallelism; subtask++) {
            busiest = Math.max(busiest, tasks.merge(slots.get(slot(offset, subtask)), 1, Integer::sum));
        }
        return busiest;
    }

    private int slot(int offset, int subtask) {
        return (offset + subtask) % slots.size();
    }
}
