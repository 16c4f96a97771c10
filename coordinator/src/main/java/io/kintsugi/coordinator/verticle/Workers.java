package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.bus.SupersededException;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.WorkerInventory;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers that are members, and those of them that answered a greeting: a member that cannot be reached over the event
 * bus gets no tasks. On the leader's loop only.
 */
final class Workers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final long GREET_AGAIN_MS = 200;

    /** A node joins before it takes commands; a submission waits for so many greetings of a new worker at most. */
    private static final int SETTLED_GREETINGS = 10;

    /** After so many somebody is told, and the worker is greeted less often. */
    private static final int PATIENT_GREETINGS = 75;

    private static final long UNREACHED_AGAIN_MS = 2_000;

    private final Term term;
    private final ControlBus bus;
    private final Loop loop;
    private final Told told;
    private final Map<NodeId, Member> present = new LinkedHashMap<>();
    private final Map<NodeId, Future<Void>> firstGreetings = new LinkedHashMap<>();
    private final Set<NodeId> reached = new LinkedHashSet<>();
    private Promise<Void> allReached = Promise.promise();
    private boolean closed;

    /** What greetings lead to. */
    interface Told {
        void answered(WorkerInventory inventory);

        /** A worker knows a later leader. */
        void superseded(String reason);
    }

    Workers(Term term, ControlBus bus, Loop loop, Told told) {
        this.term = term;
        this.bus = bus;
        this.loop = loop;
        this.told = told;
    }

    /** Greets those who are new and forgets those who are gone. */
    void update(List<Member> members) {
        Set<NodeId> gone = new LinkedHashSet<>(present.keySet());
        for (Member member : members) {
            if (member.is(Role.WORKER)) {
                gone.remove(member.id());
                if (present.put(member.id(), member) == null) {
                    Promise<Void> settled = Promise.promise();
                    firstGreetings.put(member.id(), settled.future());
                    greet(member.id(), 1, settled);
                }
            }
        }
        for (NodeId worker : gone) {
            present.remove(worker);
            firstGreetings.remove(worker);
            reached.remove(worker);
        }
        lookWhetherAllAreReached();
    }

    private void greet(NodeId worker, int greetings, Promise<Void> settled) {
        loop.bring(bus.greet(worker, term)).onComplete((inventory, failure) -> {
            if (closed || !present.containsKey(worker)) {
                settled.tryComplete();
            } else if (failure == null) {
                reached.add(worker);
                settled.tryComplete();
                told.answered(inventory);
                lookWhetherAllAreReached();
            } else if (failure instanceof SupersededException) {
                settled.tryComplete();
                told.superseded(String.valueOf(failure.getMessage()));
            } else {
                notReached(worker, greetings, settled, failure);
            }
        });
    }

    private void notReached(NodeId worker, int greetings, Promise<Void> settled, Throwable failure) {
        if (greetings == SETTLED_GREETINGS) {
            settled.tryComplete();
        }
        if (greetings == PATIENT_GREETINGS) {
            LOG.warn(
                    "worker={} is a member and does not answer, so it gets no tasks cause=\"{}\"",
                    worker,
                    failure.toString());
        }
        long pauseMs = greetings < PATIENT_GREETINGS ? GREET_AGAIN_MS : UNREACHED_AGAIN_MS;
        loop.startTimer(pauseMs, () -> greet(worker, greetings + 1, settled));
    }

    private void lookWhetherAllAreReached() {
        if (reached.containsAll(present.keySet())) {
            allReached.tryComplete();
        }
    }

    /** Completes when each worker in view has answered or is gone, or after {@code waitMs}. */
    Future<Void> answers(long waitMs) {
        allReached = Promise.promise();
        lookWhetherAllAreReached();
        Promise<Void> first = allReached;
        loop.startTimer(waitMs, first::tryComplete);
        return first.future();
    }

    /** Completes when each worker in view has answered, or has been given up for now. */
    Future<Void> settled() {
        return Future.join(new ArrayList<>(firstGreetings.values()))
                .otherwiseEmpty()
                .mapEmpty();
    }

    /**
     * What the workers that can be reached have to give, oldest first.
     *
     * @param held slots of a worker that live jobs hold
     * @param barred who gets no tasks for now
     */
    List<SlotOffer> offers(ToIntFunction<NodeId> held, Predicate<NodeId> barred) {
        List<SlotOffer> offers = new ArrayList<>();
        for (Member member : present.values()) {
            if (reached.contains(member.id()) && !barred.test(member.id())) {
                int free = Math.max(0, member.slots() - held.applyAsInt(member.id()));
                offers.add(new SlotOffer(member.id(), member.slots(), free));
            }
        }
        return offers;
    }

    /** Those that have not answered for a while, so that nobody waits for them: they get no tasks. */
    Set<NodeId> givenUp() {
        Set<NodeId> silent = new LinkedHashSet<>(present.keySet());
        silent.removeIf(worker -> reached.contains(worker) || !settled(worker));
        return silent;
    }

    private boolean settled(NodeId worker) {
        Future<Void> first = firstGreetings.get(worker);
        return first != null && first.isComplete();
    }

    /** Names of the members that have not answered yet. */
    List<String> unreached() {
        return present.keySet().stream()
                .filter(worker -> !reached.contains(worker))
                .map(NodeId::name)
                .toList();
    }

    void close() {
        closed = true;
    }
}
