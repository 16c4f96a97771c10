package io.kintsugi.cluster.client;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.SpareStatus;
import io.vertx.core.json.JsonObject;

/** How instances that stand by look in JSON. */
final class SpareJson {
    private SpareJson() {}

    static JsonObject write(SpareStatus status) {
        AttemptId instance = status.instance();
        JsonObject json = new JsonObject()
                .put("id", instance.task().toString())
                .put("vertex", instance.task().vertex())
                .put("instance", instance.number())
                .put("state", status.state().name())
                .put("used", status.used());
        return status.worker() == null ? json : json.put("node", TaskJson.node(status.worker()));
    }

    static SpareStatus read(JsonObject json) {
        JsonObject node = json.getJsonObject("node");
        return new SpareStatus(
                new AttemptId(TaskId.parse(json.getString("id")), json.getInteger("instance")),
                SpareStatus.State.valueOf(json.getString("state")),
                node == null ? null : new NodeId(node.getString("name"), node.getString("incarnation")),
                json.getInteger("used"));
    }
}
