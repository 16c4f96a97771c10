package io.kintsugi.cluster.client;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.recovery.Recovery;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** How recoveries look in JSON, by the rules of {@link JobJson}. */
public final class RecoveryStatusJson {
    private RecoveryStatusJson() {}

    /** For a list: no stack trace. */
    public static JsonObject summary(RecoveryStatus status) {
        return write(status, false);
    }

    public static JsonObject detailed(RecoveryStatus status) {
        return write(status, true);
    }

    private static JsonObject write(RecoveryStatus status, boolean withTrace) {
        JsonObject timeline = new JsonObject();
        status.timeline()
                .forEach((stage, atMs) ->
                        timeline.put(field(stage), Instant.ofEpochMilli(atMs).toString()));
        JsonObject json = new JsonObject()
                .put("id", Long.toString(status.id()))
                .put("strategy", Words.of(status.strategy()))
                .put("state", status.state().name())
                .put("failed", texts(status.failed()))
                .put("restarted", texts(status.restarted()))
                .put("untouched", status.untouched())
                .put("cause", JobJson.failure(status.cause(), withTrace))
                .put("timeline", timeline);
        status.untilMs(RecoveryStage.RECONNECTED).ifPresent(ms -> json.put("durationMs", ms));
        status.untilMs(RecoveryStage.FIRST_RECORD).ifPresent(ms -> json.put("firstRecordMs", ms));
        return json.put("loss", LossJson.write(status.loss()));
    }

    public static RecoveryStatus read(JsonObject json) {
        Map<RecoveryStage, Long> timeline = new TreeMap<>();
        JsonObject times = json.getJsonObject("timeline");
        for (RecoveryStage stage : RecoveryStage.values()) {
            if (times.containsKey(field(stage))) {
                timeline.put(stage, Instant.parse(times.getString(field(stage))).toEpochMilli());
            }
        }
        Failure cause = Objects.requireNonNull(JobJson.failure(json.getJsonObject("cause")));
        return new RecoveryStatus(
                Long.parseLong(json.getString("id")),
                Words.constant(Recovery.Strategy.class, json.getString("strategy")),
                tasks(json.getJsonArray("failed")),
                tasks(json.getJsonArray("restarted")),
                json.getInteger("untouched"),
                cause,
                RecoveryStatus.State.valueOf(json.getString("state")),
                timeline,
                LossJson.readTotals(json.getJsonObject("loss")));
    }

    /** {@code firstRecord} for {@code FIRST_RECORD}. */
    private static String field(RecoveryStage stage) {
        StringBuilder name = new StringBuilder();
        for (String word : Words.of(stage).split("-", -1)) {
            name.append(name.isEmpty() ? word.charAt(0) : Character.toUpperCase(word.charAt(0)))
                    .append(word, 1, word.length());
        }
        return name.toString();
    }

    private static JsonArray texts(List<TaskId> tasks) {
        return new JsonArray(tasks.stream().map(TaskId::toString).toList());
    }

    private static List<TaskId> tasks(JsonArray texts) {
        return texts.stream().map(text -> TaskId.parse((String) text)).toList();
    }
}
