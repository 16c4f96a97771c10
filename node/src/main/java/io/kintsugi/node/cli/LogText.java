package io.kintsugi.node.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Events and failures as text, the newest last as in a log. */
final class LogText {
    private LogText() {}

    static String events(JsonObject answer) {
        TextTable table = new TextTable("AT", "LEVEL", "KIND", "OF", "WHAT");
        oldestFirst(answer)
                .forEach(event -> table.add(
                        event.getString("at"),
                        event.getString("level"),
                        event.getString("kind"),
                        of(event),
                        event.getString("text")));
        return table.toString();
    }

    static String errors(JsonObject answer, boolean withTrace) {
        List<JsonObject> errors = oldestFirst(answer);
        if (errors.isEmpty()) {
            return "nothing has failed";
        }
        List<String> lines = new ArrayList<>();
        for (JsonObject error : errors) {
            JsonObject failure = error.getJsonObject("failure");
            lines.add("%s %s %s: %s"
                    .formatted(
                            error.getString("at"), of(error), failure.getString("type"), failure.getString("message")));
            if (withTrace) {
                lines.add(failure.getString("trace", "").stripTrailing());
            }
        }
        return String.join("\n", lines);
    }

    static String audit(JsonObject answer) {
        TextTable table = new TextTable("AT", "WHO", "OPERATION", "WHAT", "OUTCOME", "NODE");
        oldestFirst(answer)
                .forEach(entry -> table.add(
                        entry.getString("at"),
                        entry.getString("user"),
                        entry.getString("operation"),
                        entry.getJsonObject("what").stream()
                                .map(named -> named.getKey() + "=" + named.getValue())
                                .collect(Collectors.joining(" ")),
                        (entry.getInteger("status") + " " + entry.getString("code", "")).strip(),
                        entry.getString("node")));
        String next = answer.getString("nextCursor");
        return next == null ? table.toString() : table + "\nolder ones: --cursor " + next;
    }

    /** The task with its attempt and node, else the node, else the job. */
    private static String of(JsonObject entry) {
        JsonObject node = entry.getJsonObject("node");
        String where = node == null ? "" : node.getString("name");
        if (entry.containsKey("task")) {
            return entry.getString("task") + "@" + entry.getInteger("attempt") + " on " + where;
        }
        return where.isEmpty() ? entry.getString("job", "the job") : where;
    }

    private static List<JsonObject> oldestFirst(JsonObject answer) {
        JsonArray items = answer.getJsonArray("items");
        List<JsonObject> entries = new ArrayList<>();
        for (int i = items.size() - 1; i >= 0; i--) {
            entries.add(items.getJsonObject(i));
        }
        return entries;
    }
}
