package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.failover.FailoverStrategy;
import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.coordinator.schedule.PlacementResult;
import io.kintsugi.coordinator.schedule.Scheduler;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.SpareStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The instances of a job that stand by, each in a place of its own behind the subtasks of its vertex. A task that restarts
 * alone takes the slot and the instance of a place, which then gets the slot of the task for its next instance.
 *
 * <pre>
 * missing ──has a slot──▶ preparing ──SpareReady──▶ ready ──a task restarts──▶ missing
 *    ▲                        └─SpareFailed─┐         │
 *    └──────worker lost, slot given up──────┴─────────┘
 * </pre>
 *
 * Places are filled only while the whole job runs. Tasks come first: a restart that finds no slot gets that of a spare.
 */
final class Spares {
    /** By it the offers for spares are told from those for restarts, which count from 1. */
    static final int ROUND = 0;
    /** An instance that cannot be opened so often in a row leaves its place empty for good. */
    private static final int TRIES_MAX = 3;
    /** After a failure, or without a slot, a place is left alone for so many times {@code command-repeat-ms}. */
    private static final int PATIENCE = 20;

    private final JobToRun job;
    private final CoordinatorSettings settings;
    private final JobTasks tasks;
    private final Outbox out;
    private final Map<TaskId, Place> places = new TreeMap<>();
    /** What a task takes that has been placed and not deployed yet. */
    private final Map<TaskId, Taken> taken = new TreeMap<>();
    /** All workers that had an instance, or a task that has left them. */
    private final Set<NodeId> seen = new TreeSet<>();
    /** Whether offers or a timer are on their way. */
    private boolean waits;

    private boolean warned;

    private record Taken(AttemptId spare, NodeId worker) {}

    private enum State {
        MISSING,
        PREPARING,
        READY
    }

    private static final class Place {
        private State state = State.MISSING;
        private AttemptId newest;
        private int numberedAbove;
        private int failures;
        private int used;
        private @Nullable NodeId worker;

        Place(TaskId id) {
            newest = AttemptId.first(id);
        }

        boolean wantsOne() {
            return state == State.MISSING && failures < TRIES_MAX;
        }

        SpareStatus status() {
            SpareStatus.State seen = switch (state) {
                case MISSING -> wantsOne() ? SpareStatus.State.MISSING : SpareStatus.State.GIVEN_UP;
                case PREPARING -> SpareStatus.State.OPENING;
                case READY -> SpareStatus.State.READY;
            };
            return new SpareStatus(newest, seen, state == State.MISSING ? null : worker, used);
        }

        void leave() {
            if (state != State.MISSING) {
                state = State.MISSING;
                number();
            }
        }

        private void number() {
            newest = newest.nextAbove(numberedAbove);
        }
    }

    Spares(JobToRun job, CoordinatorSettings settings, JobTasks tasks, Outbox out) {
        this.job = job;
        this.settings = settings;
        this.tasks = tasks;
        this.out = out;
        job.plan().vertices().stream().filter(this::restartsAlone).forEach(this::addPlaces);
    }

    /** Whether a task of it does, so that nobody else has to open anything. */
    private boolean restartsAlone(PlanVertex vertex) {
        return !FailoverStrategy.isExact(job.recovery().strategy(), job.plan(), new TaskId(vertex.name(), 0));
    }

    private void addPlaces(PlanVertex vertex) {
        for (int i = 0; i < vertex.standby(); i++) {
            TaskId place = new TaskId(vertex.name(), vertex.parallelism() + i);
            places.put(place, new Place(place));
        }
    }

    /** Those that are there stand by on; a number that was used is not used again. */
    void takeOver(Survey survey) {
        places.forEach((id, place) -> {
            place.numberedAbove = survey.numberedAbove(id);
            place.number();
        });
        for (Survey.FoundSpare found : survey.spares()) {
            AttemptId spare = found.spare().attempt();
            Place place = places.get(spare.task());
            if (place == null) {
                close(spare, found.worker());
            } else {
                place.newest = spare;
                place.worker = found.worker();
                place.state = found.spare().ready() ? State.READY : State.PREPARING;
                seen.add(found.worker());
            }
        }
    }

    /** Whether one is about to be opened. */
    boolean isPreparing(AttemptId spare) {
        Place place = places.get(spare.task());
        return place != null && place.state == State.PREPARING && place.newest.equals(spare);
    }

    boolean isPlace(TaskId id) {
        return places.containsKey(id);
    }

    /** For people: how each place stands. */
    List<SpareStatus> statuses() {
        return places.values().stream().map(Place::status).toList();
    }

    /** All workers that may know the job because of its spares. */
    Set<NodeId> workers() {
        Set<NodeId> workers = new TreeSet<>(seen);
        workers.removeAll(tasks.lost());
        return workers;
    }

    void told(WorkerEvent event) {
        if (!event.job().equals(job.spec().id()) || !isPreparing(event.attempt())) {
            return;
        }
        Place place = place(event.attempt().task());
        if (event instanceof WorkerEvent.SpareReady) {
            place.state = State.READY;
            place.failures = 0;
        } else if (event instanceof WorkerEvent.SpareFailed failed) {
            place.leave();
            place.failures++;
            failed(failed.attempt(), failed.failure(), place);
        }
    }

    private void failed(AttemptId spare, Failure why, Place place) {
        boolean again = place.wantsOne();
        String then = again ? "another one is opened later" : "its place stays empty";
        out.warn("spare %s could not be opened, %s: %s".formatted(spare, then, why));
        if (again) {
            waitAWhile();
        }
    }

    private void waitAWhile() {
        waits = true;
        out.startTimer(new JobEvent.PlacingDue(ROUND), (long) PATIENCE * settings.commandRepeatMs());
    }

    /** The pause is over. */
    void due() {
        waits = false;
    }

    /** None stands by any longer where no task may begin. */
    void leaveClosed() {
        Set<NodeId> closed = tasks.closed();
        for (Place place : places.values()) {
            NodeId worker = place.worker;
            if (place.state != State.MISSING && worker != null && closed.contains(worker)) {
                close(place.newest, worker);
                place.leave();
            }
        }
    }

    void lose(NodeId worker) {
        places.values().stream().filter(place -> worker.equals(place.worker)).forEach(Place::leave);
        taken.values().removeIf(one -> one.worker().equals(worker));
    }

    /** What was ordered and not heard of is ordered again. */
    void repeat() {
        places.values().stream().filter(place -> place.state == State.PREPARING).forEach(this::order);
    }

    /** Fills the places that have a slot, and asks for slots for the others. */
    void fill(Placement placement) {
        if (waits) {
            return;
        }
        boolean slotsNeeded = false;
        for (Map.Entry<TaskId, Place> entry : places.entrySet()) {
            Place place = entry.getValue();
            if (place.wantsOne()) {
                Optional<NodeId> worker = slot(placement, entry.getKey());
                worker.ifPresent(known -> prepare(place, known));
                slotsNeeded |= worker.isEmpty();
            }
        }
        if (slotsNeeded) {
            waits = true;
            out.add(new JobCommand.AskForSlots(ROUND));
        }
    }

    private Optional<NodeId> slot(Placement placement, TaskId place) {
        return placement.workerOf(place).filter(worker -> !tasks.closed().contains(worker));
    }

    private void prepare(Place place, NodeId worker) {
        place.state = State.PREPARING;
        place.worker = worker;
        seen.add(worker);
        order(place);
    }

    private void order(Place place) {
        NodeId worker = place.worker;
        if (worker != null) {
            out.send(worker, new WorkerCommand.PrepareSpare(job.term(), job.spec(), place.newest));
        }
    }

    /** Takes slots for the places that have none, as far as there are any. */
    Placement offered(Placement held, List<SlotOffer> offers) {
        waits = false;
        Placement placement = held;
        List<TaskId> without = new ArrayList<>();
        for (Map.Entry<TaskId, Place> entry : places.entrySet()) {
            TaskId id = entry.getKey();
            if (entry.getValue().wantsOne() && slot(placement, id).isEmpty()) {
                if (Scheduler.standBy(placement, id, left(offers, held, placement))
                        instanceof PlacementResult.Placed placed) {
                    placement = placed.placement();
                    slot(placement, id).ifPresent(worker -> prepare(entry.getValue(), worker));
                } else {
                    without.add(id);
                }
            }
        }
        if (!without.isEmpty()) {
            warnOnce("no slots for spares %s: the job runs without them".formatted(without));
            waitAWhile();
        }
        return placement;
    }

    private static List<SlotOffer> left(List<SlotOffer> offers, Placement held, Placement now) {
        return offers.stream()
                .map(offer -> offer.less(now.slotsOn(offer.worker()) - held.slotsOn(offer.worker())))
                .toList();
    }

    private void warnOnce(String text) {
        if (!warned) {
            warned = true;
            out.warn(text);
        }
    }

    /** Lets tasks that restart take the places of those that are ready. */
    Placement takenBy(Set<TaskId> restarting, Placement held) {
        Placement placement = held;
        for (TaskId task : restarting) {
            Map.Entry<TaskId, Place> ready = places.entrySet().stream()
                    .filter(entry ->
                            entry.getKey().vertex().equals(task.vertex()) && entry.getValue().state == State.READY)
                    .findFirst()
                    .orElse(null);
            NodeId worker = ready == null ? null : ready.getValue().worker;
            if (ready != null && worker != null && !taken.containsKey(task)) {
                taken.put(task, new Taken(ready.getValue().newest, worker));
                placement.workerOf(task).ifPresent(seen::add);
                placement = placement.swapped(task, ready.getKey());
                ready.getValue().leave();
            }
        }
        return placement;
    }

    /** For people: what a task takes, behind what else is to be said. */
    String describe(TaskId task) {
        Taken one = taken.get(task);
        return one == null ? "" : ", made of spare " + one.spare();
    }

    /** The instance that the next attempt of a task is made of, once; null for none. */
    @Nullable
    AttemptId handOver(TaskId task) {
        Taken one = taken.remove(task);
        if (one == null) {
            return null;
        }
        place(one.spare().task()).used++;
        return one.spare();
    }

    /** These restart in another way than was planned. */
    void giveBack(Set<TaskId> restarting) {
        for (TaskId task : restarting) {
            Taken one = taken.remove(task);
            if (one != null) {
                close(one.spare(), one.worker());
            }
        }
    }

    private void close(AttemptId spare, NodeId worker) {
        if (!tasks.lost().contains(worker)) {
            out.send(worker, new WorkerCommand.CancelTask(job.term(), job.spec().id(), spare));
        }
    }

    /** Gives up the slots in which nothing else is, since tasks need them. */
    Placement makeRoom(Placement held) {
        Placement placement = held;
        for (Map.Entry<TaskId, Place> entry : places.entrySet()) {
            Place place = entry.getValue();
            NodeId worker = place.worker;
            if (placement.isAlone(entry.getKey())) {
                if (place.state != State.MISSING && worker != null) {
                    close(place.newest, worker);
                    place.leave();
                }
                placement = placement.without(entry.getKey());
            }
        }
        return placement;
    }

    private Place place(TaskId id) {
        Place place = places.get(id);
        if (place == null) {
            throw new IllegalArgumentException("no spare stands by at " + id);
        }
        return place;
    }
}
