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

    /** One node: how far its drain is, why and until when it is quarantined, and whom it does not reach. */
    static String state(JsonObject node) {
        List<?> unreached = node.getJsonArray("unreached", new JsonArray()).getList();
        return unreached.isEmpty()
                ? standing(node)
                : standing(node) + ", does not reach "
                        + unreached.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String standing(JsonObject node) {
        String state = node.getString("state");
        int tasks = node.getInteger("tasksLeft", 0);
        if (state.equals("DRAINING")) {
            state += " (%s left)".formatted(Words.count(tasks, "task"));
        }
        JsonObject quarantine = node.getJsonObject("quarantine");
        if (quarantine == null) {
            return state;
        }
        String held = "until %s: %s".formatted(quarantine.getString("until"), quarantine.getString("reason"));
        return state.equals("QUARANTINED")
                ? "%s (%s; %s %s on)"
                        .formatted(state, held, Words.count(tasks, "task"), Words.verb(tasks, "works", "work"))
                : "%s, quarantined (%s)".formatted(state, held);
    }

    static String line(JsonObject node) {
        return node.getString("name") + " " + state(node);
    }
}
