package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.GraphJson;
import io.kintsugi.cluster.client.JobJson;
import io.kintsugi.cluster.client.LogJson;
import io.kintsugi.cluster.client.MetricsJson;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedFailure;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The operations that show what a job is made of and what became of it. */
final class InsightOperations {
    /** Entries of a log that are given at once unless the request says how many. */
    private static final long ENTRIES = 100;

    private static final long WINDOW_MS = 600_000;
    private static final long STEP_MS = 1_000;

    private final JobDirectory jobs;

    InsightOperations(JobDirectory jobs) {
        this.jobs = jobs;
    }

    Future<ApiReply> graph(ApiCall call) {
        return jobs.picture(call.parameter("name"))
                .map(picture -> ApiReply.ok(GraphJson.write(picture, System.currentTimeMillis())));
    }

    Future<ApiReply> metrics(ApiCall call) {
        return jobs.metrics(
                        call.parameter("name"),
                        call.parameter("windowMs", WINDOW_MS),
                        call.parameter("stepMs", STEP_MS))
                .map(metrics -> ApiReply.ok(MetricsJson.write(metrics)));
    }

    Future<ApiReply> events(ApiCall call) {
        return jobs.events(call.parameter("name"), page(call))
                .map(all -> entries(call, all, LogJson::write, LoggedEvent::seq));
    }

    Future<ApiReply> clusterEvents(ApiCall call) {
        return jobs.clusterEvents(page(call)).map(all -> entries(call, all, LogJson::write, LoggedEvent::seq));
    }

    Future<ApiReply> errors(ApiCall call) {
        return jobs.failures(call.parameter("name"), page(call))
                .map(all -> entries(call, all, LogJson::write, LoggedFailure::seq));
    }

    Future<ApiReply> task(ApiCall call) {
        return jobs.task(call.parameter("name"), call.parameter("task")).map(task -> ApiReply.ok(JobJson.task(task)));
    }

    /** One entry more than is asked for, which tells whether there are more. */
    private static LogPage page(ApiCall call) {
        String cursor = call.parameters().getString("cursor");
        String after = call.parameters().getString("after", "0");
        return new LogPage(
                Long.parseLong(after),
                cursor == null ? Long.MAX_VALUE : Long.parseLong(cursor),
                (int) call.parameter("limit", ENTRIES) + 1);
    }

    /** The cursor is the number of the last entry. */
    private static <T> ApiReply entries(
            ApiCall call, List<T> found, Function<T, JsonObject> json, ToLongFunction<T> seq) {
        int limit = (int) call.parameter("limit", ENTRIES);
        List<T> given = found.subList(0, Math.min(limit, found.size()));
        JsonObject body = new JsonObject()
                .put("items", new JsonArray(given.stream().map(json).toList()));
        if (found.size() > limit) {
            body.put("nextCursor", Long.toString(seq.applyAsLong(given.get(limit - 1))));
        }
        return ApiReply.ok(body);
    }
}
