package io.kintsugi.cluster.client;

import io.kintsugi.core.protocol.SuperstepStatus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** How iterations look in JSON. */
final class SuperstepJson {
    private SuperstepJson() {}

    /** Puts them in if there are any. */
    static JsonObject put(JsonObject json, List<SuperstepStatus> iterations) {
        return iterations.isEmpty()
                ? json
                : json.put(
                        "iterations",
                        new JsonArray(
                                iterations.stream().map(SuperstepJson::write).toList()));
    }

    private static JsonObject write(SuperstepStatus status) {
        JsonObject json = new JsonObject()
                .put("name", status.iteration())
                .put("superstep", status.superstep())
                .put("max", status.max())
                .put("over", status.over());
        return Double.isFinite(status.value()) ? json.put("value", status.value()) : json;
    }

    static List<SuperstepStatus> read(JsonObject json) {
        return json.getJsonArray("iterations", new JsonArray()).stream()
                .map(one -> readOne((JsonObject) one))
                .toList();
    }

    private static SuperstepStatus readOne(JsonObject json) {
        return new SuperstepStatus(
                json.getString("name"),
                json.getInteger("superstep"),
                json.getInteger("max"),
                json.getDouble("value", Double.NaN),
                json.getBoolean("over"));
    }
}
