package io.kintsugi.webconsole.live;

import io.kintsugi.cluster.client.Problem;
import io.vertx.core.json.JsonObject;

/** Somebody who watches topics. Called on the event loop of the feeds; it must not block. */
public interface Watcher {
    /**
     * The topic was looked at.
     *
     * @param value all of it; not to be changed
     * @param patch what makes it of the value before, empty when nothing has changed
     */
    void looked(Topic topic, JsonObject value, JsonObject patch);

    /** The topic could not be looked at; its last value may be old. */
    void failed(Topic topic, Problem problem);
}
