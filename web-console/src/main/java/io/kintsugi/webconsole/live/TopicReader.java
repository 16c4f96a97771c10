package io.kintsugi.webconsole.live;

import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the value of a topic together from answers of the API. What the API lists is an object here, by name or number, so
 * that a change of one element is told as just that.
 */
final class TopicReader {
    private static final String ITEMS = "items";
    private static final String ENTRIES = "entries";
    private static final int EVENTS = 20;

    private final Api api;
    private final int figuresMax;

    /** @param figuresMax living jobs whose figures are in the overview; of more, the first by name */
    TopicReader(Api api, int figuresMax) {
        this.api = api;
        this.figuresMax = figuresMax;
    }

    Future<JsonObject> read(Topic topic) {
        return topic.job().map(this::job).orElseGet(this::overview);
    }

    private Future<JsonObject> overview() {
        Future<JsonObject> jobs = api.ask("listJobs", new JsonObject());
        Future<JsonObject> nodes = api.ask("listNodes", new JsonObject());
        Future<JsonObject> events = api.ask("listClusterEvents", new JsonObject().put("limit", EVENTS));
        Future<JsonObject> figures = jobs.compose(this::figures);
        return Future.all(jobs, nodes, events, figures)
                .map(all -> new JsonObject()
                        .put("jobs", Json.byField(jobs.result(), ITEMS, "name"))
                        .put("nodes", Json.byField(nodes.result(), ITEMS, "incarnation"))
                        .put("events", Json.byField(events.result(), ITEMS, "seq"))
                        .put("figures", figures.result()));
    }

    private Future<JsonObject> figures(JsonObject jobs) {
        JsonObject found = new JsonObject();
        List<Future<?>> each = new ArrayList<>();
        Json.objects(jobs, ITEMS)
                .filter(job -> !job.containsKey("endedAt"))
                .limit(figuresMax)
                .forEach(job -> each.add(figuresOf(job)
                        .onSuccess(figures -> found.put(job.getString("name"), figures))
                        .recover(TopicReader::forgotten)));
        return each.isEmpty() ? Future.succeededFuture(found) : Future.all(each).map(found);
    }

    private Future<JsonObject> figuresOf(JsonObject job) {
        JsonObject params = new JsonObject().put("name", job.getString("name"));
        Future<JsonObject> graph = api.ask("getGraph", params);
        Future<JsonObject> loss = api.ask("getLoss", params);
        return Future.all(graph, loss)
                .map(both -> Figures.rates(graph.result())
                        .put("placement", Figures.placement(graph.result()))
                        .put("budgetUsed", Figures.budgetUsed(job, loss.result()))
                        .put("loss", Json.without(loss.result(), ENTRIES)));
    }

    /** A job may be forgotten between two questions. */
    private static Future<JsonObject> forgotten(Throwable failure) {
        return failure instanceof ProblemException known && known.problem().code() == ProblemCode.UNKNOWN_JOB
                ? Future.succeededFuture(new JsonObject())
                : Future.failedFuture(failure);
    }

    private Future<JsonObject> job(String name) {
        JsonObject params = new JsonObject().put("name", name);
        Future<JsonObject> job = api.ask("getJob", params);
        Future<JsonObject> graph = api.ask("getGraph", params);
        Future<JsonObject> recoveries = api.ask("listRecoveries", params);
        Future<JsonObject> loss = api.ask("getLoss", params);
        Future<JsonObject> checkpoints = api.ask("listCheckpoints", params);
        return Future.all(job, graph, recoveries, loss, checkpoints)
                .map(all -> new JsonObject()
                        .put("job", Json.without(job.result(), "tasks"))
                        .put("tasks", Json.byField(job.result(), "tasks", "id"))
                        .put("graph", graph.result())
                        .put("recoveries", Json.byField(recoveries.result(), ITEMS, "id"))
                        .put("loss", Json.without(loss.result(), ENTRIES))
                        .put("budgetUsed", Figures.budgetUsed(job.result(), loss.result()))
                        .put("checkpoints", Json.byField(checkpoints.result(), ITEMS, "checkpoint")));
    }
}
