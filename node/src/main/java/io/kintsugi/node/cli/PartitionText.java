package io.kintsugi.node.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the stages of a job in batch mode keep for their consumers, as a table; nothing for a job in streaming mode. */
final class PartitionText {
    private PartitionText() {}

    /** Stage by stage, {@code 8 KEPT, 4 LOST} and on which nodes. */
    static Optional<String> ofStages(JsonArray vertices) {
        TextTable table = new TextTable("STAGE", "PARTITIONS", "RECORDS", "BYTES", "READ", "LOST SO FAR", "ON");
        boolean some = false;
        for (Object item : vertices) {
            JsonObject vertex = (JsonObject) item;
            JsonObject kept = vertex.getJsonObject("partitions");
            if (kept != null) {
                some = true;
                table.add(
                        vertex.getString("name"),
                        counts(kept.getJsonObject("states"), "%2$s %1$s"),
                        kept.getLong("records").toString(),
                        kept.getLong("bytes").toString(),
                        kept.getLong("readRecords").toString(),
                        kept.getLong("lost").toString(),
                        counts(kept.getJsonObject("nodes"), "%s (%s)"));
            }
        }
        return some ? Optional.of(table.toString()) : Optional.empty();
    }

    /** Task by task. */
    static Optional<String> ofTasks(JsonArray tasks) {
        TextTable table = new TextTable("TASK", "PARTITIONS", "RECORDS", "BYTES", "READ", "LOST SO FAR", "NODE");
        boolean some = false;
        for (Object item : tasks) {
            JsonObject task = (JsonObject) item;
            JsonObject kept = task.getJsonObject("partitions");
            if (kept != null) {
                some = true;
                table.add(
                        task.getString("id"),
                        kept.getInteger("count") + " " + kept.getString("state"),
                        known(kept, "records"),
                        known(kept, "bytes"),
                        known(kept, "readRecords"),
                        kept.getLong("lost").toString(),
                        task.getJsonObject("node").getString("name"));
            }
        }
        return some ? Optional.of(table.toString()) : Optional.empty();
    }

    private static String counts(JsonObject counts, String format) {
        return counts.stream()
                .map(one -> format.formatted(one.getKey(), one.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String known(JsonObject kept, String figure) {
        return kept.containsKey(figure) ? kept.getLong(figure).toString() : "?";
    }
}
