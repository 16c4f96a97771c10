package io.kintsugi.cluster.client;

import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How checkpoints and savepoints look in JSON, by the rules of {@link JobJson}. */
public final class CheckpointJson {
    private CheckpointJson() {}

    public static JsonObject write(CheckpointStatus status) {
        JsonObject json = new JsonObject()
                .put("checkpoint", Long.toString(status.checkpoint()))
                .put("state", status.state().name())
                .put("bytes", status.bytes())
                .put(
                        "waitingFor",
                        new JsonArray(status.waitingFor().stream()
                                .map(TaskId::toString)
                                .toList()));
        if (status.lost() > 0) {
            json.put("lost", status.lost());
        }
        putIfThere(json, "savepoint", status.savepoint());
        putIfThere(json, "triggeredAt", text(status.triggeredAtMs()));
        putIfThere(json, "endedAt", text(status.endedAtMs()));
        return putIfThere(json, "reason", status.reason());
    }

    public static CheckpointStatus readCheckpoint(JsonObject json) {
        List<TaskId> waitingFor = json.getJsonArray("waitingFor").stream()
                .map(task -> TaskId.parse((String) task))
                .toList();
        return new CheckpointStatus(
                Long.parseLong(json.getString("checkpoint")),
                json.getString("savepoint"),
                CheckpointState.valueOf(json.getString("state")),
                millis(json.getString("triggeredAt")),
                millis(json.getString("endedAt")),
                json.getLong("bytes"),
                waitingFor,
                json.getString("reason"),
                json.getLong("lost", 0L));
    }

    public static JsonObject write(SavepointStatus status) {
        JsonObject json = new JsonObject()
                .put("name", status.name())
                .put("job", status.job().name())
                .put("run", Long.toString(status.job().run()))
                .put("state", status.state().name())
                .put("checkpoint", Long.toString(status.checkpoint()))
                .put("bytes", status.bytes());
        putIfThere(json, "endedAt", text(status.atMs()));
        return putIfThere(json, "reason", status.reason());
    }

    public static SavepointStatus readSavepoint(JsonObject json) {
        return new SavepointStatus(
                new JobId(json.getString("job"), Long.parseLong(json.getString("run"))),
                json.getString("name"),
                CheckpointState.valueOf(json.getString("state")),
                Long.parseLong(json.getString("checkpoint")),
                millis(json.getString("endedAt")),
                json.getLong("bytes"),
                json.getString("reason"));
    }

    private static JsonObject putIfThere(JsonObject json, String key, @Nullable String value) {
        return value == null ? json : json.put(key, value);
    }

    private static @Nullable String text(long atMs) {
        return atMs == 0 ? null : Instant.ofEpochMilli(atMs).toString();
    }

    private static long millis(@Nullable String text) {
        return text == null ? 0 : Instant.parse(text).toEpochMilli();
    }
}
