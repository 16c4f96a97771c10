package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.storage.QuarantineStore.Quarantine;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * Whether a node takes tasks.
 *
 * @param tasksLeft that still work on it; 0 for a node that is active
 * @param quarantine also of a node that is drained besides
 */
public record NodeStanding(NodeId node, State state, int tasksLeft, Optional<Quarantine> quarantine) {
    /** Where a node stands. */
    public enum State {
        /** It takes tasks, if it is a worker. */
        ACTIVE,
        /** It is a member and does not answer the leader, so it gets no tasks. */
        UNREACHED,
        /** It takes none, and those that it has work on. */
        QUARANTINED,
        /** It takes none, and those that it has move to others. */
        DRAINING,
        /** It takes none and has none. */
        DRAINED
    }

    /** @param tasksOn that work on it */
    public static NodeStanding of(NodeId node, boolean drained, Optional<Quarantine> quarantine, int tasksOn) {
        if (drained) {
            return new NodeStanding(node, tasksOn > 0 ? State.DRAINING : State.DRAINED, tasksOn, quarantine);
        }
        return quarantine.isPresent()
                ? new NodeStanding(node, State.QUARANTINED, tasksOn, quarantine)
                : new NodeStanding(node, State.ACTIVE, 0, quarantine);
    }

    /** What does not answer takes no tasks, whatever else is said of it. */
    NodeStanding unreached() {
        return state == State.ACTIVE ? new NodeStanding(node, State.UNREACHED, tasksLeft, quarantine) : this;
    }

    /** Without the name of the node. */
    JsonObject toJson() {
        JsonObject json = new JsonObject()
                .put("incarnation", node.incarnation())
                .put("state", state.name())
                .put("tasksLeft", tasksLeft);
        quarantine.ifPresent(held -> json.put(
                "quarantine",
                new JsonObject().put("until", held.until().toString()).put("reason", held.reason())));
        return json;
    }
}
