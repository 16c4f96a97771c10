package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.stream.Collectors;

/** A graph as two tables: vertices from left to right, and edges. */
final class GraphText {
    private GraphText() {}

    static String of(JsonObject graph) {
        TextTable vertices = new TextTable(
                "VERTEX", "STEPS", "STAGE", "TASKS", "IN/S", "OUT/S", "BUSY", "BACK-PRESSURED", "WATERMARK");
        graph.getJsonArray("vertices").forEach(item -> {
            JsonObject vertex = (JsonObject) item;
            vertices.add(
                    vertex.getString("name"),
                    vertex.getString("label"),
                    vertex.getString("stage", "-"),
                    states(vertex),
                    perS(vertex.getDouble("recordsInPerS")),
                    perS(vertex.getDouble("recordsOutPerS")),
                    percent(vertex.getDouble("busy")),
                    percent(vertex.getDouble("backPressured")),
                    vertex.getString("watermark", "-"));
        });
        TextTable edges = new TextTable("EDGE", "FROM", "TO", "PARTITIONING", "EXCHANGE", "RECORDS/S", "LOST");
        graph.getJsonArray("edges").forEach(item -> {
            JsonObject edge = (JsonObject) item;
            edges.add(
                    edge.getString("id"),
                    edge.getString("from") + (edge.containsKey("side") ? "." + edge.getString("side") : ""),
                    edge.getString("to"),
                    edge.getString("partitioning"),
                    edge.getString("exchange"),
                    edge.containsKey("recordsPerS") ? perS(edge.getDouble("recordsPerS")) : "-",
                    lost(edge));
        });
        String iterations =
                JobText.iterations(graph).stream().map(line -> line + "\n").collect(Collectors.joining());
        String partitions = PartitionText.ofStages(graph.getJsonArray("vertices"))
                .map(table -> "%n%n%s".formatted(table))
                .orElse("");
        return "job %s run %s: %s%n%s%n%s%n%n%s%s"
                .formatted(
                        graph.getString("job"),
                        graph.getString("run"),
                        graph.getString("state"),
                        iterations,
                        vertices,
                        edges,
                        partitions);
    }

    /** {@code 3 RUNNING, 1 FAILED}. */
    static String states(JsonObject vertex) {
        return String.join(
                ", ",
                vertex.getJsonObject("taskStates").stream()
                        .map(state -> state.getValue() + " " + state.getKey())
                        .toList());
    }

    static String lost(JsonObject edge) {
        long most = edge.getLong("lost");
        long least = edge.getLong("least");
        return least == most ? Long.toString(most) : least + ".." + most;
    }

    static String perS(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
