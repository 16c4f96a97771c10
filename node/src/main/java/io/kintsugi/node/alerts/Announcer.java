package io.kintsugi.node.alerts;

import io.kintsugi.cluster.client.JobNewsJson;
import io.kintsugi.cluster.client.LogJson;
import io.kintsugi.core.config.AlertSettings;
import io.kintsugi.core.protocol.JobNews;
import io.kintsugi.core.protocol.LoggedEvent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Publishes news of jobs and nodes to the whole cluster, and posts what is an alert to the webhook, if there is one. */
public final class Announcer {
    private final Vertx vertx;
    private final Optional<Webhook> webhook;

    public Announcer(Vertx vertx, AlertSettings settings) {
        this.vertx = vertx;
        this.webhook = settings.webhookUrl().isEmpty() ? Optional.empty() : Optional.of(new Webhook(vertx, settings));
    }

    /** Returns at once. */
    public void announce(JobNews news) {
        JsonObject json = JobNewsJson.write(news);
        vertx.eventBus().publish(JobNewsJson.address(news.kind().topic()), json);
        if (news.kind().isAlert()) {
            webhook.ifPresent(receiver -> receiver.post(json));
        }
    }

    /** Something happened to a node, or to who leads. Returns at once. */
    public void announceNode(LoggedEvent event) {
        vertx.eventBus().publish(LogJson.CLUSTER_ADDRESS, LogJson.write(event));
    }

    public Future<Void> close() {
        return webhook.map(Webhook::close).orElseGet(Future::succeededFuture);
    }
}
