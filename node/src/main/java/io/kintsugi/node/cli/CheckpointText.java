package io.kintsugi.node.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Checkpoints and savepoints as text. */
final class CheckpointText {
    private CheckpointText() {}

    static String checkpoints(JsonArray items) {
        TextTable table = new TextTable(
                "CHECKPOINT", "STATE", "TRIGGERED", "ENDED", "BYTES", "SAVEPOINT", "WAITING FOR", "REASON");
        for (Object item : items) {
            JsonObject json = (JsonObject) item;
            table.add(
                    json.getString("checkpoint"),
                    json.getString("state"),
                    json.getString("triggeredAt", ""),
                    json.getString("endedAt", ""),
                    String.valueOf(json.getLong("bytes")),
                    json.getString("savepoint", ""),
                    String.join(
                            " ",
                            json.getJsonArray("waitingFor").stream()
                                    .map(String::valueOf)
                                    .toList()),
                    json.getString("reason", ""));
        }
        return table.toString();
    }

    static String savepoints(JsonArray items) {
        TextTable table = new TextTable("SAVEPOINT", "STATE", "RUN", "CHECKPOINT", "ENDED", "BYTES", "REASON");
        for (Object item : items) {
            JsonObject json = (JsonObject) item;
            table.add(
                    json.getString("name"),
                    json.getString("state"),
                    json.getString("run"),
                    json.getString("checkpoint"),
                    json.getString("endedAt", ""),
                    String.valueOf(json.getLong("bytes")),
                    json.getString("reason", ""));
        }
        return table.toString();
    }

    static String line(JsonObject savepoint) {
        String reason = savepoint.getString("reason");
        return "savepoint %s/%s: %s%s"
                .formatted(
                        savepoint.getString("job"),
                        savepoint.getString("name"),
                        savepoint.getString("state"),
                        reason == null ? "" : ", " + reason);
    }
}
