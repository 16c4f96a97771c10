package io.kintsugi.coordinator.verticle;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A request that fits the contract.
 *
 * @param parameters path and query parameters by name
 * @param body without the parameters; empty if there was none
 * @param idempotencyKey null: none, or the operation knows none
 */
record ApiCall(
        String operation,
        JsonObject parameters,
        JsonObject body,
        @Nullable String idempotencyKey) {
    /** Field of a message's body that holds what is not in the body on HTTP. */
    static final String PARAMS = "params";

    /** A whole number that the contract knows the bounds of. */
    long parameter(String name, long unlessGiven) {
        return parameters.getLong(name, unlessGiven);
    }

    String parameter(String name) {
        return parameters.getString(name);
    }
}
