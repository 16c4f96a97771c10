package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.CheckpointJson;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The operations on checkpoints and savepoints, between the JSON of the contract and the leader's directory. */
final class CheckpointOperations {
    private static final DateTimeFormatter NAME_BY_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final JobDirectory jobs;
    private final LongActions actions;

    CheckpointOperations(JobDirectory jobs, LongActions actions) {
        this.jobs = jobs;
        this.actions = actions;
    }

    Future<ApiReply> listCheckpoints(ApiCall call) {
        return jobs.checkpoints(call.parameter("name"))
                .map(all -> items(call, all, (CheckpointStatus status) -> CheckpointJson.write(status), "checkpoint"));
    }

    Future<ApiReply> listSavepoints(ApiCall call) {
        return jobs.savepoints(call.parameter("name"))
                .map(all -> items(call, all, (SavepointStatus status) -> CheckpointJson.write(status), "name"));
    }

    private static <T> ApiReply items(ApiCall call, List<T> all, Function<T, JsonObject> json, String key) {
        return ItemPage.of(call, all.stream().map(json).toList(), item -> item.getString(key));
    }

    /** Without a name it is named after the time. */
    Future<ApiReply> triggerSavepoint(ApiCall call) {
        return jobs.triggerSavepoint(call.parameter("name"), nameOr(call.body().getString("name")))
                .compose(status -> actions.saving(call, status));
    }

    /** The name that was asked for, or else one after the time. */
    static String nameOr(@Nullable String asked) {
        return asked == null ? NAME_BY_TIME.format(Instant.now()) : asked;
    }

    Future<ApiReply> getSavepoint(ApiCall call) {
        return jobs.savepoint(call.parameter("name"), call.parameter("savepoint"))
                .map(status -> ApiReply.ok(CheckpointJson.write(status)));
    }

    Future<ApiReply> deleteSavepoint(ApiCall call) {
        return jobs.deleteSavepoint(call.parameter("name"), call.parameter("savepoint"))
                .map(status -> ApiReply.ok(CheckpointJson.write(status)));
    }
}
