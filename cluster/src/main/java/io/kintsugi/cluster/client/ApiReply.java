package io.kintsugi.cluster.client;

import io.vertx.core.json.JsonObject;

/**
 * A successful answer.
 *
 * @param status as HTTP knows it, 200 to 299
 * @param location path of what was made; empty if nothing was
 */
public record ApiReply(int status, String location, JsonObject body) {
    public static ApiReply ok(JsonObject body) {
        return new ApiReply(200, "", body);
    }

    public static ApiReply accepted(JsonObject body) {
        return new ApiReply(202, "", body);
    }

    public static ApiReply created(String location, JsonObject body) {
        return new ApiReply(201, location, body);
    }
}
