package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers that are members, and those of them that answered a greeting: a member that cannot be reached over the event
 * bus gets no tasks. On the leader's loop only.
 */
final class Workers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final long GREET_AGAIN_MS = 1_000;

    private final ControlBus bus;
    private final Loop loop;
    private final Map<NodeId, Member> present = new LinkedHashMap<>();
    private final Map<NodeId, Future<Void>> firstGreetings = new LinkedHashMap<>();
    private final Set<NodeId> reached = new LinkedHashSet<>();
    private boolean closed;

    Workers(ControlBus bus, Loop loop) {
        this.bus = bus;
        this.loop = loop;
    }

    /** Greets those who are new and returns those who are gone. */
    List<NodeId> update(List<Member> members) {
        Set<NodeId> gone = new LinkedHashSet<>(present.keySet());
        for (Member member : members) {
            if (member.is(Role.WORKER)) {
                gone.remove(member.id());
                if (present.put(member.id(), member) == null) {
                    firstGreetings.put(member.id(), greet(member.id()));
                }
            }
        }
        for (NodeId worker : gone) {
            present.remove(worker);
            firstGreetings.remove(worker);
            reached.remove(worker);
        }
        return new ArrayList<>(gone);
    }

    private Future<Void> greet(NodeId worker) {
        return loop.bring(bus.greet(worker))
                .onSuccess(answered -> {
                    if (present.containsKey(worker)) {
                        reached.add(worker);
                    }
                })
                .onFailure(failure -> {
                    if (!closed && present.containsKey(worker)) {
                        LOG.warn("worker={} does not answer cause=\"{}\"", worker, failure.getMessage());
                        loop.startTimer(GREET_AGAIN_MS, () -> greetAgain(worker));
                    }
                });
    }

    private void greetAgain(NodeId worker) {
        if (!closed && present.containsKey(worker)) {
            greet(worker).onFailure(failure -> {});
        }
    }

    /** Completes when each worker in view has answered its first greeting or let it time out. */
    Future<Void> settled() {
        return Future.join(new ArrayList<>(firstGreetings.values()))
                .otherwiseEmpty()
                .mapEmpty();
    }

    /**
     * What the workers that can be reached have to give, oldest first.
     *
     * @param held slots of a worker that live jobs hold
     */
    List<SlotOffer> offers(ToIntFunction<NodeId> held) {
        List<SlotOffer> offers = new ArrayList<>();
        for (Member member : present.values()) {
            if (reached.contains(member.id())) {
                int free = Math.max(0, member.slots() - held.applyAsInt(member.id()));
                offers.add(new SlotOffer(member.id(), member.slots(), free));
            }
        }
        return offers;
    }

    boolean isPresent(NodeId worker) {
        return present.containsKey(worker);
    }

    void close() {
        closed = true;
    }
}
