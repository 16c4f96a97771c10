package io.kintsugi.webconsole;

import io.kintsugi.core.config.ConsoleSettings;
import io.kintsugi.core.config.HttpSettings;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/**
 * What the HTTP side needs of its node.
 *
 * @param self the node whose API service answers, in the same JVM
 * @param metrics answers {@code /metrics} with the Prometheus text format
 * @param uploads where JARs go; empty: this node keeps none, so uploads are refused
 * @param door who may come in, and how
 */
public record HttpParts(
        HttpSettings settings,
        ConsoleSettings console,
        NodeId self,
        Readiness readiness,
        Handler<RoutingContext> metrics,
        Optional<Uploads> uploads,
        HttpDoor door) {

    /** Whether people may upload JARs here. */
    boolean takesUploads() {
        return settings.artifactUploads() && uploads.isPresent();
    }
}
