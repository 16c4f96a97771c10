package io.kintsugi.coordinator.verticle;

import io.kintsugi.core.model.NodeId;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the leader tells every node which nodes take no tasks, so that each can say so by itself: again every second, since a message
 * may get lost and a node may join. What was not told again for a while does not count. Any thread may call.
 */
final class StandingBoard {
    private static final String ADDRESS = "kintsugi.standings";
    private static final long KEPT_MS = 5_000;

    private final Vertx vertx;
    private volatile Map<String, JsonObject> told = Map.of();
    private volatile long toldMs;
    private boolean toldSome;

    StandingBoard(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Nothing is told twice where all nodes are active. On the leader's loop. */
    void publish(Iterable<NodeStanding> standings) {
        JsonArray nodes = new JsonArray();
        standings.forEach(standing -> nodes.add(standing.toJson()));
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
        JsonObject standing = System.currentTimeMillis() - toldMs > KEPT_MS ? null : told.get(node.incarnation());
        if (standing == null) {
            json.put("state", NodeStanding.State.ACTIVE.name());
        } else {
            json.mergeIn(standing);
        }
    }
}
