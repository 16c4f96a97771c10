package io.kintsugi.coordinator.verticle;

import io.kintsugi.core.model.NodeId;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the leader tells every node which nodes are drained, so that each can say so by itself: again every second, since a message may
 * get lost and a node may join. What was not told again for a while does not count. Any thread may call.
 */
final class DrainBoard {
    private static final String ADDRESS = "kintsugi.drains";
    private static final long KEPT_MS = 5_000;

    private final Vertx vertx;
    private volatile Map<String, JsonObject> told = Map.of();
    private volatile long toldMs;
    private boolean toldSome;

    DrainBoard(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Nothing is told twice where no node is drained. On the leader's loop. */
    void publish(Iterable<NodeDrain> drains) {
        JsonArray nodes = new JsonArray();
        for (NodeDrain drain : drains) {
            nodes.add(new JsonObject()
                    .put("incarnation", drain.node().incarnation())
                    .put("state", drain.state().name())
                    .put("tasksLeft", drain.tasksLeft()));
        }
        if (!nodes.isEmpty() || toldSome) {
            toldSome = !nodes.isEmpty();
            vertx.eventBus().publish(ADDRESS, new JsonObject().put("nodes", nodes));
        }
    }

    /** Hears what the leader tells from now on. */
    MessageConsumer<JsonObject> listen() {
        return vertx.eventBus().consumer(ADDRESS, message -> {
            Map<String, JsonObject> heard = new ConcurrentHashMap<>();
            message.body().getJsonArray("nodes").forEach(item -> {
                JsonObject node = (JsonObject) item;
                heard.put(node.getString("incarnation"), node);
            });
            told = heard;
            toldMs = System.currentTimeMillis();
        });
    }

    /** Adds to what is said of a node where it stands. */
    void addTo(JsonObject json, NodeId node) {
        JsonObject drain = System.currentTimeMillis() - toldMs > KEPT_MS ? null : told.get(node.incarnation());
        if (drain == null) {
            json.put("state", NodeDrain.State.ACTIVE.name());
        } else {
            json.put("state", drain.getString("state")).put("tasksLeft", drain.getInteger("tasksLeft"));
        }
    }
}
