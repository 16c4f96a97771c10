package io.kintsugi.cluster.membership;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import io.kintsugi.core.config.ClusterSettings;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/** Joins a cluster and starts a Vert.x in it. */
public final class ClusterStart {
    private static final int CONNECT_TIMEOUT_MS = 2_000;

    /** A connection that is silent this long gets a ping; the default of 20 s keeps a dead one for 40 s. */
    private static final int PING_MS = 2_000;

    private static final int PONG_MS = 4_000;

    private ClusterStart() {}

    /** As the longest one with the default options. */
    public static Future<ClusteredVertx> start(ClusterSettings settings, Member self, Path folder) {
        return start(settings, self, folder, new VertxOptions(), UnaryOperator.identity());
    }

    /**
     * Waits for a seed, joins, and completes when the event bus works; takes some seconds.
     *
     * @param self what the other nodes will see
     * @param folder created if it is missing; in it the node remembers the others beyond its restart
     * @param options for all but the event bus, whose options are replaced
     * @param customize may add metrics or tracing
     */
    public static Future<ClusteredVertx> start(
            ClusterSettings settings,
            Member self,
            Path folder,
            VertxOptions options,
            UnaryOperator<VertxBuilder> customize) {
        KnownPeers peers = new KnownPeers(folder, self.id().name());
        Promise<HazelcastInstance> joined = Promise.promise();
        onThread("kintsugi-join", joined, () -> join(settings, self, peers));
        return joined.future()
                .compose(hazelcast -> startVertx(settings, self, options, customize, hazelcast))
                .map(cluster -> {
                    cluster.rememberIn(peers);
                    return cluster;
                });
    }

    private static HazelcastInstance join(ClusterSettings settings, Member self, KnownPeers peers)
            throws InterruptedException {
        FreePort.require("cluster.port", settings.host(), settings.port());
        FreePort.require("cluster.event-bus-port", settings.host(), settings.eventBusPort());
        Seeds seeds = new Seeds(settings);
        seeds.await();
        HazelcastInstance hazelcast = Hazelcast.newHazelcastInstance(HazelcastConfig.of(settings, self, peers.read()));
        if (!seeds.mayFound() && hazelcast.getCluster().getMembers().size() == 1) {
            hazelcast.getLifecycleService().terminate();
            throw new IllegalStateException(
                    ("cluster.seeds: %s answered but did not let node %s in; is the cluster name"
                                    + " '%s' theirs, and do they run the same build?")
                            .formatted(settings.seeds(), self.id().name(), settings.name()));
        }
        return hazelcast;
    }

    private static Future<ClusteredVertx> startVertx(
            ClusterSettings settings,
            Member self,
            VertxOptions options,
            UnaryOperator<VertxBuilder> customize,
            HazelcastInstance hazelcast) {
        options.setPreferNativeTransport(true)
                .getEventBusOptions()
                .setHost(settings.host())
                .setPort(settings.eventBusPort())
                .setClusterPublicHost(settings.host())
                .setConnectTimeout(CONNECT_TIMEOUT_MS)
                .setClusterPingInterval(PING_MS)
                .setClusterPingReplyInterval(PONG_MS)
                .setTrustAll(false);
        return customize
                .apply(Vertx.builder().with(options))
                .withClusterManager(new SteadyAddresses(hazelcast))
                .buildClustered()
                .map(vertx -> follow(settings, self, hazelcast, vertx))
                .onFailure(failure -> hazelcast.getLifecycleService().terminate());
    }

    private static ClusteredVertx follow(
            ClusterSettings settings, Member self, HazelcastInstance hazelcast, Vertx vertx) {
        vertx.eventBus().clusterSerializableChecker(className -> false).serializableChecker(className -> false);
        HazelcastMembership membership = new HazelcastMembership(hazelcast, self, settings.quorum());
        membership.start();
        return new ClusteredVertx(vertx, membership, hazelcast);
    }

    /** Hazelcast blocks, and before the first Vert.x there is no pool that may be blocked. */
    static <T> void onThread(String name, Promise<T> promise, Callable<T> work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        promise.complete(work.call());
                    } catch (Exception e) {
                        promise.fail(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }
}
