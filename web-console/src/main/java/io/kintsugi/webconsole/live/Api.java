package io.kintsugi.webconsole.live;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Asks the cluster. Futures complete on any thread. */
@FunctionalInterface
public interface Api {
    /**
     * The answer's body.
     *
     * @param operation of the contract; it only reads
     * @param params by name
     */
    Future<JsonObject> ask(String operation, JsonObject params);
}
