package io.kintsugi.node.cli;

import io.kintsugi.core.model.Words;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Recoveries as text. */
final class RecoveryText {
    /** More names than this are told by their number. */
    private static final int NAMES_MAX = 3;

    private RecoveryText() {}

    static String list(JsonArray items) {
        if (items.isEmpty()) {
            return "no recoveries";
        }
        TextTable table = new TextTable(
                "ID",
                "STATE",
                "STRATEGY",
                "FAILED",
                "RESTARTED",
                "UNTOUCHED",
                "MS",
                "FIRST RECORD",
                "LOST",
                "DUPLICATES",
                "CAUSE");
        for (Object item : items) {
            JsonObject json = (JsonObject) item;
            JsonObject loss = json.getJsonObject("loss");
            table.add(
                    json.getString("id"),
                    json.getString("state"),
                    json.getString("strategy"),
                    names(json.getJsonArray("failed")),
                    names(json.getJsonArray("restarted")),
                    json.getInteger("untouched").toString(),
                    text(json.getLong("durationMs")),
                    text(json.getLong("firstRecordMs")),
                    LossText.lost(loss),
                    loss.getLong("duplicates").toString(),
                    json.getJsonObject("cause").getString("message"));
        }
        return table.toString();
    }

    static String detail(JsonObject recovery) {
        JsonObject cause = recovery.getJsonObject("cause");
        List<String> lines = new ArrayList<>();
        lines.add("recovery %s: %s by strategy %s"
                .formatted(recovery.getString("id"), recovery.getString("state"), recovery.getString("strategy")));
        lines.add("cause " + cause.getString("type") + ": " + cause.getString("message"));
        lines.add("failed " + joined(recovery.getJsonArray("failed")));
        lines.add("restarted %s; %s untouched"
                .formatted(
                        joined(recovery.getJsonArray("restarted")),
                        Words.count(recovery.getInteger("untouched"), "task")));
        lines.add(LossText.totals(recovery.getJsonObject("loss")));
        lines.add("");
        lines.add(timeline(recovery.getJsonObject("timeline")));
        return String.join("\n", lines);
    }

    /** Stages in their order, with the time since the first. */
    private static String timeline(JsonObject timeline) {
        TextTable table = new TextTable("STAGE", "AT", "MS");
        Instant first = null;
        for (Map.Entry<String, Object> stage : timeline) {
            Instant at = Instant.parse((String) stage.getValue());
            first = first == null ? at : first;
            table.add(
                    stage.getKey(),
                    at.toString(),
                    "+" + Duration.between(first, at).toMillis());
        }
        return table.toString();
    }

    private static String names(JsonArray tasks) {
        return tasks.size() > NAMES_MAX ? tasks.size() + " tasks" : joined(tasks);
    }

    private static String joined(JsonArray tasks) {
        return String.join(" ", tasks.stream().map(String::valueOf).toList());
    }

    private static String text(@Nullable Long ms) {
        return ms == null ? "" : ms.toString();
    }
}
