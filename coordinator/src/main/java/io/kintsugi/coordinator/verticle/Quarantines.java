package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.storage.QuarantineStore;
import io.kintsugi.cluster.storage.QuarantineStore.Quarantine;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes that are quarantined, by name: no task begins there, and those that they have work on. That is stored, so that the next
 * leader goes on with it; it also holds for the next start of a node. On the leader's loop only.
 *
 * <pre>
 * active ──another worker takes tasks──▶ quarantined ──its time has come, or released──▶ active
 * </pre>
 */
final class Quarantines {
    private static final Logger LOG = LoggerFactory.getLogger(Quarantines.class);

    private final Reign reign;
    private final HeldBack heldBack;
    private final QuarantineStore store;
    private final Map<String, Quarantine> byName = new TreeMap<>();

    Quarantines(Reign reign, HeldBack heldBack) {
        this.reign = reign;
        this.heldBack = heldBack;
        this.store = new QuarantineStore(reign.parts().files());
    }

    /** What leaders before have begun. Called before there are jobs. */
    void takeOver(QuarantineStore.Found stored) {
        stored.damaged().forEach(file -> LOG.error("quarantine file {} cannot be read: it counts no more", file));
        stored.quarantines().forEach(quarantine -> byName.put(quarantine.name(), quarantine));
        if (!byName.isEmpty()) {
            LOG.info("quarantined={} goes on", byName.values());
            heldBack.changed();
        }
    }

    boolean has(NodeId node) {
        return byName.containsKey(node.name());
    }

    Optional<Quarantine> of(NodeId node) {
        return Optional.ofNullable(byName.get(node.name()));
    }

    /** From now on, or longer, or shorter than before. */
    Future<NodeStanding> begin(String asked, Instant until, String reason) {
        return heldBack.change(asked, node -> begin(node, new Quarantine(node.name(), until, reason)));
    }

    private Future<?> begin(NodeId node, Quarantine quarantine) {
        if (quarantine.equals(byName.get(quarantine.name()))) {
            return Future.succeededFuture();
        }
        return reign.workers()
                .settled()
                .compose(settled -> has(node) || !isTheLast(node)
                        ? put(quarantine)
                        : JobRejectedException.future(
                                Reason.CANNOT_QUARANTINE,
                                "node %s cannot be quarantined: no other worker takes tasks, so none could begin anywhere; add one first"
                                        .formatted(node.name())));
    }

    private Future<?> put(Quarantine quarantine) {
        return reign.loop().doBlocking(() -> store.put(quarantine)).onSuccess(stored -> {
            byName.put(quarantine.name(), quarantine);
            String text = "is quarantined until %s: %s".formatted(quarantine.until(), quarantine.reason());
            heldBack.tell(Level.WARN, quarantine.name(), text);
            heldBack.changed();
        });
    }

    private boolean isTheLast(NodeId node) {
        return reign.offers().stream().allMatch(offer -> offer.worker().name().equals(node.name()));
    }

    Future<NodeStanding> release(String asked) {
        return heldBack.change(asked, this::release);
    }

    private Future<?> release(NodeId node) {
        String name = node.name();
        return has(node)
                ? reign.loop().doBlocking(() -> store.remove(name)).onSuccess(removed -> over(name, "it was released"))
                : Future.succeededFuture();
    }

    /** Ends those whose time has come. Called from time to time. */
    void look() {
        Instant now = Instant.ofEpochMilli(Loop.nowMs());
        List<String> over = byName.values().stream()
                .filter(quarantine -> !now.isBefore(quarantine.until()))
                .map(Quarantine::name)
                .toList();
        over.forEach(name -> {
            over(name, "its time is over");
            heldBack.inTurn(() -> forget(name));
        });
    }

    private void over(String name, String why) {
        byName.remove(name);
        heldBack.tell(Level.INFO, name, "is quarantined no more: " + why);
        heldBack.changed();
    }

    /** Not one that has begun meanwhile. What stays behind is over at the next leader too. */
    private Future<Void> forget(String name) {
        return byName.containsKey(name)
                ? Future.succeededFuture()
                : reign.loop()
                        .doBlocking(() -> store.remove(name))
                        .onFailure(failure -> LOG.warn(
                                "node={} the end of its quarantine is not stored cause=\"{}\"",
                                name,
                                failure.toString()));
    }
}
