package io.kintsugi.cluster.client;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskLatency;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.TaskTime;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How tasks and their counters look in JSON. */
final class TaskJson {
    private TaskJson() {}

    static JsonObject write(TaskStatus status) {
        AttemptId attempt = status.attempt();
        JsonObject json = new JsonObject()
                .put("id", attempt.task().toString())
                .put("vertex", attempt.task().vertex())
                .put("subtask", attempt.task().subtask())
                .put("attempt", attempt.number())
                .put("label", status.label())
                .put("state", status.state().name())
                .put("node", node(status.worker()))
                .put("restarts", status.restarts());
        if (status.partitions() != null) {
            json.put("partitions", PartitionJson.write(status.partitions()));
        }
        if (status.counters() != null) {
            json.put("counters", counters(status.counters()));
            putTime(json, status.counters().time());
            putLatencies(json, status.counters().latencies());
        }
        return status.failure() == null ? json : json.put("failure", JobJson.failure(status.failure(), true));
    }

    static TaskStatus read(JsonObject json) {
        AttemptId attempt = new AttemptId(
                new TaskId(json.getString("vertex"), json.getInteger("subtask")), json.getInteger("attempt"));
        JsonObject node = json.getJsonObject("node");
        JsonObject counters = json.getJsonObject("counters");
        JsonObject partitions = json.getJsonObject("partitions");
        return new TaskStatus(
                attempt,
                json.getString("label"),
                TaskState.valueOf(json.getString("state")),
                new NodeId(node.getString("name"), node.getString("incarnation")),
                json.getInteger("restarts"),
                counters == null ? null : counters(attempt, counters, json),
                JobJson.failure(json.getJsonObject("failure")),
                partitions == null ? null : PartitionJson.read(partitions));
    }

    static JsonObject node(NodeId node) {
        return new JsonObject().put("name", node.name()).put("incarnation", node.incarnation());
    }

    private static JsonObject counters(TaskCounters counters) {
        JsonObject json = new JsonObject()
                .put("recordsIn", counters.recordsIn())
                .put("recordsOut", counters.recordsOut())
                .put("batchesIn", counters.batchesIn())
                .put("batchesOut", counters.batchesOut())
                .put("bytesIn", counters.bytesIn())
                .put("bytesOut", counters.bytesOut())
                .put("busyMs", TimeUnit.NANOSECONDS.toMillis(counters.busyNs()))
                .put("idleMs", TimeUnit.NANOSECONDS.toMillis(counters.idleNs()))
                .put("backPressuredMs", TimeUnit.NANOSECONDS.toMillis(counters.backPressuredNs()))
                .put("fenced", counters.fenced())
                .put("late", counters.late());
        return counters.credits() == TaskCounters.NO_OUTPUTS ? json : json.put("credits", counters.credits());
    }

    private static void putTime(JsonObject json, TaskTime time) {
        if (time.known()) {
            json.put("watermark", Instant.ofEpochMilli(time.watermark()).toString());
        }
        if (!time.heldBackBy().isEmpty()) {
            json.put("heldBackBy", time.heldBackBy());
        }
    }

    private static TaskTime time(JsonObject json) {
        String watermark = json.getString("watermark");
        return new TaskTime(
                watermark == null ? Long.MIN_VALUE : Instant.parse(watermark).toEpochMilli(),
                json.getString("heldBackBy", ""));
    }

    private static void putLatencies(JsonObject json, List<TaskLatency> latencies) {
        if (!latencies.isEmpty()) {
            JsonArray array = new JsonArray();
            latencies.forEach(latency -> array.add(new JsonObject()
                    .put("source", latency.source())
                    .put("p50Ms", latency.p50Ms())
                    .put("p99Ms", latency.p99Ms())
                    .put("maxMs", latency.maxMs())));
            json.put("latencies", array);
        }
    }

    private static List<TaskLatency> latencies(JsonObject json) {
        List<TaskLatency> latencies = new ArrayList<>();
        for (Object item : json.getJsonArray("latencies", new JsonArray())) {
            JsonObject latency = (JsonObject) item;
            latencies.add(new TaskLatency(
                    latency.getString("source"),
                    latency.getLong("p50Ms"),
                    latency.getLong("p99Ms"),
                    latency.getLong("maxMs")));
        }
        return latencies;
    }

    private static TaskCounters counters(AttemptId attempt, JsonObject json, JsonObject task) {
        return new TaskCounters(
                attempt,
                json.getLong("recordsIn"),
                json.getLong("recordsOut"),
                json.getLong("batchesIn"),
                json.getLong("batchesOut"),
                json.getLong("bytesIn"),
                json.getLong("bytesOut"),
                TimeUnit.MILLISECONDS.toNanos(json.getLong("busyMs")),
                TimeUnit.MILLISECONDS.toNanos(json.getLong("idleMs")),
                TimeUnit.MILLISECONDS.toNanos(json.getLong("backPressuredMs")),
                json.getLong("fenced"),
                json.getLong("late"),
                json.getLong("credits", TaskCounters.NO_OUTPUTS),
                time(task),
                latencies(task));
    }
}
