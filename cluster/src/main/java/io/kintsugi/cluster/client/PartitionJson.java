package io.kintsugi.cluster.client;

import io.kintsugi.core.protocol.PartitionStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** How partitions that tasks in batch mode keep look in JSON: of one task, and of all tasks of a stage together. */
final class PartitionJson {
    private PartitionJson() {}

    static JsonObject write(PartitionStatus status) {
        JsonObject json = new JsonObject()
                .put("state", status.state().name())
                .put("count", status.count())
                .put("lost", status.lost());
        return status.isKnown()
                ? json.put("records", status.records())
                        .put("bytes", status.bytes())
                        .put("readRecords", status.readRecords())
                : json;
    }

    static PartitionStatus read(JsonObject json) {
        return new PartitionStatus(
                PartitionStatus.State.valueOf(json.getString("state")),
                json.getInteger("count"),
                json.getLong("records", PartitionStatus.UNKNOWN),
                json.getLong("bytes", PartitionStatus.UNKNOWN),
                json.getLong("readRecords", PartitionStatus.UNKNOWN),
                json.getLong("lost"));
    }

    /** Puts in what the tasks of a stage keep together, if they keep anything ever. */
    static void putSum(JsonObject stage, List<TaskStatus> tasks) {
        List<TaskStatus> keepers =
                tasks.stream().filter(task -> task.partitions() != null).toList();
        if (keepers.isEmpty()) {
            return;
        }
        Map<String, Object> states = new TreeMap<>();
        Map<String, Object> nodes = new TreeMap<>();
        Sum sum = new Sum();
        for (TaskStatus task : keepers) {
            PartitionStatus status = Objects.requireNonNull(task.partitions());
            states.merge(status.state().name(), status.count(), PartitionJson::plus);
            if (status.state() == PartitionStatus.State.KEPT) {
                nodes.merge(task.worker().name(), status.count(), PartitionJson::plus);
            }
            sum.add(status);
        }
        stage.put(
                "partitions",
                new JsonObject()
                        .put("states", new JsonObject(states))
                        .put("nodes", new JsonObject(nodes))
                        .put("lost", sum.lost)
                        .put("records", sum.records)
                        .put("bytes", sum.bytes)
                        .put("readRecords", sum.readRecords));
    }

    private static Object plus(Object a, Object b) {
        return (Integer) a + (Integer) b;
    }

    /** Of all that is known. */
    private static final class Sum {
        private long lost;
        private long records;
        private long bytes;
        private long readRecords;

        private void add(PartitionStatus status) {
            lost += status.lost();
            if (status.isKnown()) {
                records += status.records();
                bytes += status.bytes();
                readRecords += status.readRecords();
            }
        }
    }
}
