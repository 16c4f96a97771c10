package io.kintsugi.cluster.client;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A request as it travels to {@code kintsugi.api}.
 *
 * @param operation an operationId of the contract
 * @param body what REST takes, with path and query parameters in {@code params}
 * @param idempotencyKey the same key with the same request does nothing twice; null: none
 * @param requestId finds the request in the logs of all nodes that it passed
 * @param authorization who asks; null: nobody in particular
 */
public record ApiRequest(
        String operation,
        JsonObject body,
        @Nullable String idempotencyKey,
        String requestId,
        @Nullable String authorization) {

    public ApiRequest(String operation, JsonObject body, @Nullable String idempotencyKey, String requestId) {
        this(operation, body, idempotencyKey, requestId, null);
    }

    public ApiRequest authorized(@Nullable String by) {
        return new ApiRequest(operation, body, idempotencyKey, requestId, by);
    }

    /** Without body and authorization, which may hold secrets. */
    @Override
    public String toString() {
        return "ApiRequest[" + operation + " " + requestId + "]";
    }
}
