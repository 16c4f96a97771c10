package io.kintsugi.webconsole.live;

import io.kintsugi.cluster.client.LossJson;
import io.kintsugi.cluster.client.RecoveryJson;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.recovery.LossBudget;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** What a job does and what it has lost, in a few figures. */
final class Figures {
    private Figures() {}

    /** What comes into a job at its sources and what leaves it at its sinks, per second. */
    static JsonObject rates(JsonObject graph) {
        return new JsonObject()
                .put("recordsInPerS", sum(graph, "SOURCE", "recordsInPerS"))
                .put("recordsOutPerS", sum(graph, "SINK", "recordsOutPerS"));
    }

    /** The tasks that live, by the incarnation of the node where each is. */
    static JsonObject placement(JsonObject graph) {
        JsonObject nodes = new JsonObject();
        Json.objects(graph, "vertices")
                .flatMap(vertex -> Json.objects(vertex, "tasks"))
                .filter(task -> !TaskState.valueOf(task.getString("state")).isTerminal())
                .forEach(task -> {
                    String node = task.getJsonObject("node").getString("incarnation");
                    nodes.put(node, nodes.getJsonArray(node, new JsonArray()).add(task.getString("id")));
                });
        return nodes;
    }

    /** How much of its loss budget a job has used up, 1 being all; 0 without a limit. */
    static double budgetUsed(JsonObject job, JsonObject loss) {
        if (!job.containsKey("recovery")) {
            return 0;
        }
        LossBudget budget = RecoveryJson.read(job.getJsonObject("recovery")).budget();
        return LossJson.read(loss).budget().shareOf(budget);
    }

    private static double sum(JsonObject graph, String kind, String field) {
        return Json.objects(graph, "vertices")
                .filter(vertex -> vertex.getString("kind").equals(kind))
                .mapToDouble(vertex -> vertex.getDouble(field))
                .sum();
    }
}
