package io.kintsugi.node.cli;

import io.kintsugi.core.model.Words;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Nodes as a person reads them. */
final class NodeText {
    private NodeText() {}

    static String list(JsonArray nodes) {
        TextTable table = new TextTable("NAME", "INCARNATION", "ROLES", "SLOTS", "STATE", "LEADS");
        for (int i = 0; i < nodes.size(); i++) {
            JsonObject node = nodes.getJsonObject(i);
            List<?> roles = node.getJsonArray("roles").getList();
            table.add(
                    node.getString("name"),
                    node.getString("incarnation"),
                    roles.stream()
                            .map(role -> role.toString().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(",")),
                    node.getInteger("slots").toString(),
                    state(node),
                    node.getBoolean("leader") ? "yes" : "");
        }
        return table.toString();
    }

    /** One node and how far its drain is. */
    static String state(JsonObject node) {
        String state = node.getString("state");
        return state.equals("DRAINING")
                ? state + " (%s left)".formatted(Words.count(node.getInteger("tasksLeft"), "task"))
                : state;
    }

    static String line(JsonObject node) {
        return node.getString("name") + " " + state(node);
    }
}
