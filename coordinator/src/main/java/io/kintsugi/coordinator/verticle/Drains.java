package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.storage.DrainStore;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes that are drained: they get no tasks, and those that they have move to others. That is stored, so that the next leader goes
 * on with it; it ends with the incarnation of the node. On the leader's loop only.
 *
 * <pre>
 * active ──slots for all its tasks elsewhere──▶ draining ──no task left──▶ drained
 *    ▲                                              │                        │
 *    └──────────────────undrain, or it is gone──────┴────────────────────────┘
 * </pre>
 */
final class Drains {
    private static final Logger LOG = LoggerFactory.getLogger(Drains.class);

    private final Reign reign;
    private final HeldBack heldBack;
    private final DrainStore store;
    private final Set<NodeId> drained = new TreeSet<>();
    /** Of which it was told that they have no task any more. */
    private final Set<NodeId> empty = new TreeSet<>();

    Drains(Reign reign, HeldBack heldBack) {
        this.reign = reign;
        this.heldBack = heldBack;
        this.store = new DrainStore(reign.parts().files());
    }

    /** What leaders before have begun: it goes on, as far as the nodes are there. Called before there are jobs. */
    void takeOver(List<String> incarnations) {
        for (String incarnation : incarnations) {
            Optional<NodeId> node = reign.parts().membership().members().stream()
                    .map(Member::id)
                    .filter(member -> member.incarnation().equals(incarnation))
                    .findFirst();
            node.ifPresentOrElse(drained::add, () -> forget(incarnation));
        }
        if (!drained.isEmpty()) {
            LOG.info("drained={} goes on", drained);
            heldBack.changed();
        }
    }

    private void forget(String incarnation) {
        reign.loop()
                .doBlocking(() -> store.remove(incarnation))
                .onFailure(failure -> LOG.warn(
                        "incarnation={} its drain is not forgotten cause=\"{}\"", incarnation, failure.toString()));
    }

    boolean has(NodeId node) {
        return drained.contains(node);
    }

    Set<NodeId> nodes() {
        return drained;
    }

    /**
     * Drains a node, or has it take tasks again.
     *
     * @param asked an incarnation, or a name: the newest of several that are called the same
     */
    Future<NodeStanding> set(String asked, boolean drain) {
        return heldBack.change(asked, node -> {
            if (drain == drained.contains(node)) {
                return Future.succeededFuture();
            }
            return drain ? begin(node) : end(node);
        });
    }

    private Future<?> begin(NodeId node) {
        List<String> rooted = reign.liveJobs().stream()
                .filter(job -> !job.isCheckpointed() && job.tasksOn(node) > 0)
                .map(job -> job.id().name())
                .toList();
        if (!rooted.isEmpty()) {
            return JobRejectedException.future(
                    Reason.NOT_CHECKPOINTED,
                    "node %s cannot be drained: jobs %s store no state, so their tasks cannot go on elsewhere; stop them first"
                            .formatted(node.name(), rooted));
        }
        Optional<String> missing = missingSlots(node);
        if (missing.isPresent()) {
            return JobRejectedException.future(
                    Reason.CANNOT_DRAIN, "node %s cannot be drained: %s".formatted(node.name(), missing.get()));
        }
        return reign.loop()
                .doBlocking(() -> store.add(node.incarnation(), node.name()))
                .onSuccess(stored -> {
                    drained.add(node);
                    int tasks = heldBack.tasksOn(node);
                    reign.tell(
                            Level.INFO,
                            node,
                            "is drained: %s %s it"
                                    .formatted(Words.count(tasks, "task"), Words.verb(tasks, "leaves", "leave")));
                    heldBack.changed();
                    look();
                });
    }

    /** What would be left half way is not begun. */
    private Optional<String> missingSlots(NodeId node) {
        int needed =
                reign.liveJobs().stream().mapToInt(job -> job.slotsToMove(node)).sum();
        List<SlotOffer> others = new ArrayList<>(reign.offers());
        others.removeIf(offer -> offer.worker().equals(node));
        int free = others.stream().mapToInt(SlotOffer::free).sum();
        return needed <= free
                ? Optional.empty()
                : Optional.of(
                        "%s %s missing: its tasks need %d on other workers, and %d %s free (free/all: %s); add workers or stop a job"
                                .formatted(
                                        Words.count(needed - free, "slot"),
                                        Words.verb(needed - free, "is", "are"),
                                        needed,
                                        free,
                                        Words.verb(free, "is", "are"),
                                        others));
    }

    private Future<?> end(NodeId node) {
        return reign.loop().doBlocking(() -> store.remove(node.incarnation())).onSuccess(removed -> {
            drained.remove(node);
            empty.remove(node);
            reign.tell(Level.INFO, node, "is drained no more");
            heldBack.changed();
        });
    }

    /** Who is gone will not come back: its next incarnation takes tasks. True if somebody is. */
    boolean gone(Collection<NodeId> members) {
        List<NodeId> gone =
                drained.stream().filter(node -> !members.contains(node)).toList();
        gone.forEach(node -> {
            drained.remove(node);
            empty.remove(node);
            forget(node.incarnation());
        });
        return !gone.isEmpty();
    }

    /** Tells which nodes have no task any more. Called from time to time. */
    void look() {
        if (!reign.leadsAll()) {
            return;
        }
        for (NodeId node : drained) {
            if (heldBack.tasksOn(node) == 0 && empty.add(node)) {
                reign.tell(Level.INFO, node, "has no tasks any more and can be stopped");
            } else if (heldBack.tasksOn(node) > 0) {
                empty.remove(node);
            }
        }
    }
}
