package io.kintsugi.node;

import io.kintsugi.cluster.membership.ClusterStart;
import io.kintsugi.cluster.membership.ClusteredVertx;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.core.config.HttpSettings;
import io.kintsugi.core.config.NodeSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.node.config.NodeConfig;
import io.kintsugi.node.metrics.NodeMetrics;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A member of a cluster with a Vert.x of its own: what {@code kintsugi node} runs. */
public final class Node {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    /** Exit code of a node that the others gave up although it lived. */
    private static final int CUT_OFF = 3;

    private final ClusteredVertx cluster;
    private final Kintsugi kintsugi;
    private final Member self;
    private final String scheme;
    private final Supplier<List<NodeId>> unreached;

    /** Completes with the reason when the node was given up, or must think so. */
    private final Promise<String> cutOff = Promise.promise();

    private Node(Member self, String scheme, ClusteredVertx cluster, Kintsugi kintsugi, Services services) {
        this.self = self;
        this.scheme = scheme;
        this.cluster = cluster;
        this.kintsugi = kintsugi;
        this.unreached = services::unreached;
        services.leaseEnded().onSuccess(cutOff::tryComplete);
        cluster.cutOff().onSuccess(gone -> cutOff.tryComplete("the other nodes have given it up"));
    }

    /**
     * Joins or founds a cluster and starts what the roles ask for. Call it from a thread that may block for a moment; the
     * future takes some seconds.
     */
    public static Future<Node> start(NodeConfig asked) {
        VertxOptions options = new VertxOptions().setWorkerPoolSize(asked.node().blockingThreads());
        try {
            Exposure.require(asked, true);
            TlsFiles.protect(options.getEventBusOptions(), asked.tls());
        } catch (IllegalArgumentException e) {
            return Future.failedFuture(e);
        }
        NodeConfig config = withHttpPort(asked);
        Member self = NodeIds.member(config);
        NodeMetrics metrics = new NodeMetrics();
        StopOrder order = new StopOrder();
        order.add("metrics", () -> {
            metrics.close();
            return Future.succeededFuture();
        });
        metrics.measure(options);
        ClassLoader classes = Node.class.getClassLoader();
        return order.stopOnFailure(ClusterStart.start(
                                config.cluster(), self, Path.of(config.node().dataDir()), options, metrics::measure)
                        .compose(cluster -> {
                            order.add("cluster", cluster::close);
                            Services.Base base =
                                    new Services.Base(cluster.vertx(), cluster.membership(), config, metrics, classes);
                            return Services.start(base, order)
                                    .map(services -> new Node(
                                            self,
                                            config.tls().http() ? "https://" : "http://",
                                            cluster,
                                            new Kintsugi(cluster.vertx(), services, metrics, order),
                                            services));
                        }))
                .onSuccess(Node::stopWhenCutOff)
                .onSuccess(node -> LOG.info(
                        "node={} started pid={} roles={} slots={} seed={} http={}",
                        self.id(),
                        ProcessHandle.current().pid(),
                        self.roles(),
                        self.slots(),
                        node.seed(),
                        self.httpAddress()));
    }

    /** Its tasks may run elsewhere soon, so they must not go on here. */
    private void stopWhenCutOff() {
        cutOff.future().onSuccess(reason -> {
            LOG.error("node={} is cut off and stops, to be started anew cause=\"{}\"", self.id(), reason);
            kintsugi.fence();
        });
    }

    private static NodeConfig withHttpPort(NodeConfig config) {
        HttpSettings http = config.http();
        if (http.port() != 0 || !config.node().roles().contains(Role.CONSOLE)) {
            return config;
        }
        return config.withHttp(new HttpSettings(
                http.host(),
                NodeIds.freePort(http.host()),
                http.artifactUploads(),
                http.artifactBytesMax(),
                http.bodyBytesMax()));
    }

    /**
     * Starts a node and blocks as long as it lives. SIGTERM and SIGINT let its tasks move to other workers for up to
     * {@code node.drain-ms} and then stop it in order; the process ends with 0 when that was done within {@code node.stop-ms}, else
     * it halts with 1.
     *
     * @return 1 for a node that could not start
     */
    public static int run(NodeConfig config) throws InterruptedException {
        Node node;
        try {
            node = start(config).toCompletionStage().toCompletableFuture().get();
        } catch (ExecutionException e) {
            LOG.error(
                    "the node did not start: {} (KINTSUGI_LOG_LEVEL=DEBUG shows where)", String.valueOf(e.getCause()));
            LOG.debug("the node did not start", e.getCause());
            return 1;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> node.stopAndHalt(config.node()), "kintsugi-stop"));
        node.cutOff.future().onSuccess(reason -> haltCutOff());
        new CountDownLatch(1).await(); // Until the hook halts the process.
        return 0;
    }

    /** No ordered stop: the cluster is merging this node and could keep it from closing, and its tasks must end now. */
    private static void haltCutOff() {
        LOG.error("halting with {}", CUT_OFF);
        Runtime.getRuntime().halt(CUT_OFF);
    }

    public Kintsugi kintsugi() {
        return kintsugi;
    }

    /** What other nodes name to join, {@code host:port}. */
    public String seed() {
        return cluster.seed();
    }

    /** Where its HTTP API listens, {@code http://host:port} or {@code https://}; empty without the role console. */
    public Optional<String> httpUrl() {
        return Optional.of(self.httpAddress())
                .filter(address -> !address.isEmpty())
                .map(address -> scheme + address);
    }

    private void stopAndHalt(NodeSettings settings) {
        int limitMs = settings.stopMs();
        int code = 1;
        try {
            if (settings.drainMs() > 0) {
                new LastDrain(cluster.membership(), kintsugi.client(), unreached, settings.drainMs()).run();
            }
            LOG.info("stopping within {} ms (node.stop-ms)", limitMs);
            kintsugi.close().toCompletionStage().toCompletableFuture().get(limitMs, TimeUnit.MILLISECONDS);
            LOG.info("stopped");
            code = 0;
        } catch (TimeoutException e) {
            LOG.error("not stopped within {} ms (node.stop-ms): halting", limitMs);
        } catch (ExecutionException | InterruptedException e) {
            LOG.error("the stop failed: halting", e);
        } finally {
            Runtime.getRuntime().halt(code);
        }
    }
}
