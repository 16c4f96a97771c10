package io.kintsugi.coordinator.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SchedulerTest {
    private static final NodeId A = new NodeId("a", "1");
    private static final NodeId B = new NodeId("b", "2");

    @Test
    void needsAsManySlotsAsTheWidestChainHasSubtasks() {
        Placement placement = place(plan(1, 4, 2), offer(A, 3), offer(B, 3));

        assertThat(placement.slots()).hasSize(4);
        assertThat(placement.workers()).hasSize(7);
    }

    @Test
    void spreadsTheSlotsOverTheWorkers() {
        Placement placement = place(plan(4, 4, 4), offer(A, 8), offer(B, 8));

        assertThat(placement.slotsOn(A)).isEqualTo(2);
        assertThat(placement.slotsOn(B)).isEqualTo(2);
    }

    @Test
    void takesTheRestWhereThereIsRoomWhenOneWorkerIsFull() {
        Placement placement = place(plan(4, 4, 4), offer(A, 1), offer(B, 8));

        assertThat(placement.slotsOn(A)).isEqualTo(1);
        assertThat(placement.slotsOn(B)).isEqualTo(3);
    }

    @Test
    void putsSubtaskIOfAChainBesideSubtaskIOfTheChainBeforeIt() {
        Placement placement = place(plan(3, 3, 3), offer(A, 2), offer(B, 2));

        for (int subtask = 0; subtask < 3; subtask++) {
            NodeId worker = placement.workers().get(new TaskId("read", subtask));
            assertThat(placement.workers().get(new TaskId("work", subtask))).isEqualTo(worker);
            assertThat(placement.workers().get(new TaskId("write", subtask))).isEqualTo(worker);
        }
    }

    @Test
    void aSpareStandsByWhereFewOfItsVertexAreThenWhereMostIsFree() {
        NodeId c = new NodeId("c", "3");
        Placement placement = place(plan(1, 2, 1), offer(A, 2), offer(B, 2));
        TaskId spare = new TaskId("work", 2);

        assertThat(standBy(placement, spare, offer(A, 9), offer(B, 9), offer(c, 1))
                        .workerOf(spare))
                .contains(c);
        assertThat(standBy(placement, spare, offer(A, 1), offer(B, 2), offer(c, 0))
                        .workerOf(spare))
                .contains(B);
        assertThat(Scheduler.standBy(placement, spare, List.of(offer(A, 0))))
                .isInstanceOf(PlacementResult.NotEnoughSlots.class);
    }

    @Test
    void aSpareAndATaskChangePlacesAndTheJobHoldsNoSlotMore() {
        TaskId spare = new TaskId("work", 2);
        TaskId task = new TaskId("work", 0);
        NodeId c = new NodeId("c", "3");
        Placement before = standBy(place(plan(1, 2, 1), offer(A, 2), offer(B, 2)), spare, offer(c, 1));

        Placement after = before.swapped(task, spare);

        assertThat(after.workerOf(task)).contains(c);
        assertThat(after.workerOf(spare)).isEqualTo(before.workerOf(task));
        assertThat(after.slots()).isEqualTo(before.slots());
        assertThat(before.without(spare).slots()).hasSize(2);
        assertThat(before.isAlone(spare)).isTrue();
    }

    private static Placement standBy(Placement held, TaskId spare, SlotOffer... offers) {
        return ((PlacementResult.Placed) Scheduler.standBy(held, spare, List.of(offers))).placement();
    }

    @Test
    void putsANarrowChainWhereLessIsToDo() {
        Placement placement = place(plan(1, 2, 1), offer(A, 2), offer(B, 2));

        NodeId reader = placement.workers().get(new TaskId("read", 0));
        NodeId writer = placement.workers().get(new TaskId("write", 0));
        assertThat(writer).isNotEqualTo(reader);
    }

    @Test
    void saysHowManySlotsAreNeededAndFreeAndWhereTheyAre() {
        PlacementResult result = Scheduler.place(plan(1, 4, 1), List.of(offer(A, 1), new SlotOffer(B, 4, 2)));

        assertThat(result).isInstanceOf(PlacementResult.NotEnoughSlots.class);
        assertThat(((PlacementResult.NotEnoughSlots) result).message())
                .startsWith(
                        "4 slots are needed, one for each subtask of 'work', and 3 are free (free/all: [a 1/1, b 2/4])");
    }

    @Test
    void saysThatThereIsNoWorker() {
        PlacementResult result = Scheduler.place(plan(1, 1, 1), List.of());

        assertThat(((PlacementResult.NotEnoughSlots) result).message()).contains("there is no worker");
    }

    @Test
    void neverOverfillsAWorkerAndIsTheSameEachTimeWhateverTheOffers() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Plan plan = plan(1 + random.nextInt(6), 1 + random.nextInt(6), 1 + random.nextInt(6));
            List<SlotOffer> offers = new ArrayList<>();
            for (int worker = 0; worker < 1 + random.nextInt(5); worker++) {
                offers.add(offer(new NodeId("w" + worker, "x"), random.nextInt(5)));
            }

            PlacementResult result = Scheduler.place(plan, offers);

            assertThat(Scheduler.place(plan, offers)).isEqualTo(result);
            if (result instanceof PlacementResult.Placed placed) {
                checkSound(plan, offers, placed.placement());
            }
        }
    }

    /** Every task has a place, and no worker gets more subtasks of a chain than it gives slots. */
    private static void checkSound(Plan plan, List<SlotOffer> offers, Placement placement) {
        assertThat(placement.workers().keySet()).containsExactlyInAnyOrderElementsOf(plan.tasks());
        for (SlotOffer offer : offers) {
            assertThat(placement.slotsOn(offer.worker())).isLessThanOrEqualTo(offer.free());
        }
        Map<String, Integer> subtasks = new TreeMap<>();
        placement.workers().forEach((task, worker) -> subtasks.merge(task.vertex() + "@" + worker, 1, Integer::sum));
        placement
                .workers()
                .forEach((task, worker) -> assertThat(subtasks.get(task.vertex() + "@" + worker))
                        .isLessThanOrEqualTo(placement.slotsOn(worker)));
    }

    private static Plan plan(int readers, int workers, int writers) {
        return Plan.of(TestJobs.graph(readers, workers, writers));
    }

    private static SlotOffer offer(NodeId worker, int slots) {
        return new SlotOffer(worker, slots, slots);
    }

    private static Placement place(Plan plan, SlotOffer... offers) {
        return ((PlacementResult.Placed) Scheduler.place(plan, Arrays.asList(offers))).placement();
    }
}
