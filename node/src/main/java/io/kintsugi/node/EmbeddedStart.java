package io.kintsugi.node;

import io.kintsugi.cluster.membership.SingleNode;
import io.kintsugi.core.config.NodeSettings;
import io.kintsugi.core.model.Role;
import io.kintsugi.node.config.NodeConfig;
import io.kintsugi.node.metrics.NodeMetrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** Starts a node that is its own cluster on somebody's Vert.x. */
final class EmbeddedStart {
    private EmbeddedStart() {}

    static Future<Kintsugi> inTemporaryFolder(Vertx vertx, ClassLoader classes) {
        return vertx.fileSystem().createTempDirectory("kintsugi-").compose(folder -> {
            StopOrder order = new StopOrder();
            order.add("temporary folder", () -> vertx.fileSystem().deleteRecursive(folder));
            return start(vertx, config(folder), classes, order);
        });
    }

    private static NodeConfig config(String folder) {
        NodeConfig defaults = NodeConfig.defaults();
        NodeSettings node = defaults.node();
        return defaults.withNode(new NodeSettings(
                "embedded",
                List.of(Role.COORDINATOR, Role.WORKER),
                node.slots(),
                folder,
                node.blockingThreads(),
                node.stopMs(),
                node.drainMs()));
    }

    static Future<Kintsugi> start(Vertx vertx, NodeConfig config, ClassLoader classes, StopOrder order) {
        try {
            Exposure.require(config, false);
        } catch (IllegalArgumentException e) {
            return order.stopOnFailure(Future.failedFuture(e));
        }
        NodeMetrics metrics = new NodeMetrics();
        order.add("metrics", () -> {
            metrics.close();
            return Future.succeededFuture();
        });
        SingleNode membership = new SingleNode(NodeIds.member(config));
        return order.stopOnFailure(Services.start(new Services.Base(vertx, membership, config, metrics, classes), order)
                .map(services -> new Kintsugi(vertx, services, metrics, order)));
    }
}
