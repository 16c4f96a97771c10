package io.kintsugi.node.cli;

import io.kintsugi.core.model.Words;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shows the API's JSON to people. */
final class JobText {
    private JobText() {}

    static String list(JsonArray jobs) {
        if (jobs.isEmpty()) {
            return "no jobs";
        }
        TextTable table = new TextTable("NAME", "RUN", "STATE", "TASKS", "SUBMITTED", "ENDED");
        for (Object item : jobs) {
            JsonObject job = (JsonObject) item;
            table.add(
                    job.getString("name"),
                    job.getString("run"),
                    job.getString("state"),
                    counts(job.getJsonObject("taskStates", new JsonObject())),
                    job.getString("submittedAt"),
                    job.getString("endedAt", ""));
        }
        return table.toString();
    }

    /** One line. */
    static String head(JsonObject job) {
        return "job %s run %s: %s".formatted(job.getString("name"), job.getString("run"), job.getString("state"));
    }

    static String detail(JsonObject job) {
        JsonObject program = job.getJsonObject("program");
        List<String> lines = new ArrayList<>();
        lines.add(head(job));
        lines.add("builder " + program.getString("builder") + " " + parameters(program));
        lines.add("submitted " + job.getString("submittedAt")
                + (job.containsKey("endedAt") ? ", ended " + job.getString("endedAt") : ""));
        if (job.containsKey("recovery")) {
            lines.add("strategy " + job.getJsonObject("recovery").getString("strategy"));
        }
        int restarts = job.getInteger("restarts", 0);
        if (restarts > 0) {
            lines.add("restarts " + restarts);
        }
        lines.addAll(iterations(job));
        if (job.containsKey("missingSlots")) {
            lines.add("waits for %s more: add a worker or slots, or stop a job"
                    .formatted(Words.count(job.getInteger("missingSlots"), "slot")));
        }
        if (job.containsKey("failure")) {
            String what = "FAILED".equals(job.getString("state")) ? "failure " : "restarts because of ";
            lines.add(what + failure(job.getJsonObject("failure")));
        }
        lines.add("");
        JsonArray tasks = job.getJsonArray("tasks", new JsonArray());
        lines.add(tasks(tasks));
        PartitionText.ofTasks(tasks).ifPresent(table -> {
            lines.add("");
            lines.add(table);
        });
        if (job.containsKey("spares")) {
            lines.add("");
            lines.add(spares(job.getJsonArray("spares")));
        }
        if (tasks.stream().anyMatch(task -> ((JsonObject) task).containsKey("watermark"))) {
            lines.add("");
            lines.add(time(tasks));
        }
        if (tasks.stream().anyMatch(task -> ((JsonObject) task).containsKey("latencies"))) {
            lines.add("");
            lines.add(latencies(tasks));
        }
        return String.join("\n", lines);
    }

    /** One line for each, {@code iteration ranks: superstep 4 of at most 100, value 0.25}. */
    static List<String> iterations(JsonObject of) {
        return of.getJsonArray("iterations", new JsonArray()).stream()
                .map(one -> iteration((JsonObject) one))
                .toList();
    }

    private static String iteration(JsonObject one) {
        String text = "iteration %s: superstep %d of at most %d"
                .formatted(one.getString("name"), one.getInteger("superstep"), one.getInteger("max"));
        String value = one.containsKey("value") ? ", value " + one.getDouble("value") : "";
        return text + value + (one.getBoolean("over") ? ", over" : "");
    }

    /** The answer of a validation. */
    static String plan(JsonObject validation) {
        JsonObject plan = validation.getJsonObject("plan");
        TextTable vertices = new TextTable("CHAIN", "PARALLELISM", "BLOCKING");
        for (Object item : plan.getJsonArray("vertices")) {
            JsonObject vertex = (JsonObject) item;
            vertices.add(
                    vertex.getString("label"),
                    vertex.getInteger("parallelism").toString(),
                    vertex.getBoolean("blocking") ? "yes" : "");
        }
        TextTable edges = new TextTable("FROM", "TO", "PARTITIONING", "EXCHANGE", "RECORDS");
        for (Object item : plan.getJsonArray("edges")) {
            JsonObject edge = (JsonObject) item;
            edges.add(
                    edge.getString("from") + (edge.containsKey("side") ? "." + edge.getString("side") : ""),
                    edge.getString("to"),
                    edge.getString("partitioning"),
                    edge.getString("exchange", ""),
                    edge.getString("recordType", ""));
        }
        return "job %s can run: %s, %s\n\n%s\n\n%s"
                .formatted(
                        validation.getString("name"),
                        Words.count(plan.getInteger("tasks"), "task"),
                        Words.count(plan.getInteger("keyGroups"), "key group"),
                        vertices,
                        edges);
    }

    private static String tasks(JsonArray tasks) {
        TextTable table = new TextTable("TASK", "ATTEMPT", "STATE", "NODE", "IN", "OUT", "BUSY", "STEPS");
        for (Object item : tasks) {
            JsonObject task = (JsonObject) item;
            JsonObject counters = task.getJsonObject("counters", new JsonObject());
            table.add(
                    task.getString("id"),
                    task.getInteger("attempt").toString(),
                    task.getString("state"),
                    task.getJsonObject("node").getString("name"),
                    counters.getLong("recordsIn", 0L).toString(),
                    counters.getLong("recordsOut", 0L).toString(),
                    percent(counters),
                    task.getString("label"));
        }
        return table.toString();
    }

    private static String spares(JsonArray spares) {
        TextTable table = new TextTable("SPARE", "INSTANCE", "STATE", "NODE", "USED");
        for (Object item : spares) {
            JsonObject spare = (JsonObject) item;
            table.add(
                    spare.getString("id"),
                    spare.getInteger("instance").toString(),
                    spare.getString("state"),
                    spare.getJsonObject("node", new JsonObject()).getString("name", ""),
                    spare.getInteger("used").toString());
        }
        return table.toString();
    }

    /** Of the tasks that event time has come to. */
    private static String time(JsonArray tasks) {
        TextTable table = new TextTable("TASK", "WATERMARK", "HELD BACK BY", "LATE");
        for (Object item : tasks) {
            JsonObject task = (JsonObject) item;
            if (task.containsKey("watermark")) {
                table.add(
                        task.getString("id"),
                        task.getString("watermark"),
                        task.getString("heldBackBy", ""),
                        task.getJsonObject("counters").getLong("late").toString());
            }
        }
        return table.toString();
    }

    /** How long records take from each source to the tasks that latency markers have come to. */
    private static String latencies(JsonArray tasks) {
        TextTable table = new TextTable("TASK", "FROM", "P50 MS", "P99 MS", "MAX MS");
        for (Object item : tasks) {
            JsonObject task = (JsonObject) item;
            for (Object one : task.getJsonArray("latencies", new JsonArray())) {
                JsonObject latency = (JsonObject) one;
                table.add(
                        task.getString("id"),
                        latency.getString("source"),
                        latency.getLong("p50Ms").toString(),
                        latency.getLong("p99Ms").toString(),
                        latency.getLong("maxMs").toString());
            }
        }
        return table.toString();
    }

    private static String percent(JsonObject counters) {
        long busy = counters.getLong("busyMs", 0L);
        long all = busy + counters.getLong("idleMs", 0L) + counters.getLong("backPressuredMs", 0L);
        return all == 0 ? "" : 100 * busy / all + "%";
    }

    private static String failure(JsonObject failure) {
        return failure.getString("type") + ": " + failure.getString("message");
    }

    private static String parameters(JsonObject program) {
        List<String> texts = new ArrayList<>();
        program.getJsonObject("params", new JsonObject())
                .forEach(entry -> texts.add(entry.getKey() + "=" + entry.getValue()));
        return String.join(" ", texts);
    }

    private static String counts(JsonObject states) {
        List<String> texts = new ArrayList<>();
        for (Map.Entry<String, Object> state : states) {
            texts.add(state.getValue() + " " + state.getKey());
        }
        return String.join(", ", texts);
    }
}
