package io.kintsugi.cluster.artifact;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.config.BuildSettings;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import java.util.List;

/** Deletes a JAR on all other nodes in view and then here, so that a deletion that failed can be asked for again. */
public final class ArtifactRemover implements Artifacts.Deletion {
    private final Vertx vertx;
    private final Membership membership;
    private final ArtifactStore store;
    private final BuildSettings settings;

    public ArtifactRemover(Vertx vertx, Membership membership, ArtifactStore store, BuildSettings settings) {
        this.vertx = vertx;
        this.membership = membership;
        this.store = store;
        this.settings = settings;
    }

    @Override
    public Future<Void> delete(ArtifactId id) {
        List<Future<Void>> elsewhere = membership.members().stream()
                .map(Member::id)
                .filter(node -> !node.equals(membership.self()))
                .map(node -> delete(id, node))
                .toList();
        return Future.join(elsewhere)
                .compose(gone -> vertx.executeBlocking(
                        () -> {
                            store.delete(id);
                            return null;
                        },
                        false));
    }

    private Future<Void> delete(ArtifactId id, NodeId node) {
        DeliveryOptions options = new DeliveryOptions()
                .setSendTimeout(settings.transferTimeoutMs())
                .addHeader(ArtifactServer.DIGEST, id.digest())
                .addHeader(ArtifactServer.DELETE, "true");
        return vertx.eventBus()
                .request(ArtifactServer.address(node), Buffer.buffer(), options)
                .<Void>mapEmpty()
                .recover(failure -> Future.failedFuture(ArtifactFetcher.failed(
                        id, "node " + node.name() + " did not delete it: " + failure.getMessage())));
    }
}
