package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Which nodes take tasks, in the words of the API. */
final class DrainOperations {
    private final JobDirectory jobs;
    private final LongActions actions;

    DrainOperations(JobDirectory jobs, LongActions actions) {
        this.jobs = jobs;
        this.actions = actions;
    }

    Future<ApiReply> drain(ApiCall call) {
        return jobs.drain(call.parameter("node"), true).compose(drain -> actions.draining(call, drain));
    }

    Future<ApiReply> undrain(ApiCall call) {
        return jobs.drain(call.parameter("node"), false).map(drain -> ApiReply.ok(json(drain)));
    }

    static JsonObject json(NodeDrain drain) {
        return new JsonObject()
                .put("name", drain.node().name())
                .put("incarnation", drain.node().incarnation())
                .put("state", drain.state().name())
                .put("tasksLeft", drain.tasksLeft());
    }
}
