package io.kintsugi.examples.demo;

import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.config.HttpSettings;
import io.kintsugi.core.config.NodeSettings;
import io.kintsugi.core.model.Role;
import io.kintsugi.node.Kintsugi;
import io.kintsugi.node.Node;
import io.kintsugi.node.config.NodeConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a demo, all in this JVM: one that is its own cluster, or several that form one on the loopback interface.
 * The first leads and answers HTTP. Starting and closing block the calling thread.
 */
final class DemoCluster implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofMinutes(2);
    private static final Duration STOP_MAX = Duration.ofSeconds(10);
    private static final String HOST = "127.0.0.1";
    private static final int ANY_PORT = 0;

    private final DemoOptions options;
    private final int httpPort;
    private final Path folder;
    private final Deque<Stop> stops = new ArrayDeque<>();
    private @Nullable Kintsugi first;

    private interface Stop {
        Future<Void> stop();
    }

    private DemoCluster(DemoOptions options, int httpPort, Path folder) {
        this.options = options;
        this.httpPort = httpPort;
        this.folder = folder;
    }

    /** Throws what kept a node from starting; those before it have been stopped. */
    static DemoCluster start(DemoOptions options) throws IOException, TimeoutException {
        int port = options.httpPort() == ANY_PORT ? freePort() : options.httpPort();
        DemoCluster cluster = new DemoCluster(options, port, Files.createTempDirectory("kintsugi-demo-"));
        try {
            cluster.startNodes();
            return cluster;
        } catch (Exception e) { // Also checked ones that Vert.x throws without saying so, such as a port in use.
            cluster.close();
            throw e;
        }
    }

    Kintsugi first() {
        if (first == null) {
            throw new IllegalStateException("the demo's cluster was not started");
        }
        return first;
    }

    String httpAddress() {
        return "http://" + HOST + ":" + httpPort;
    }

    /** The newest node first; goes on when one does not stop, and throws then at the end. */
    @Override
    public void close() throws IOException {
        IOException failure = null;
        while (!stops.isEmpty()) {
            try {
                await(stops.pop().stop(), STOP_MAX);
            } catch (Exception e) {
                failure = new IOException("a node did not stop in order: " + e, e);
            }
        }
        removeFolder();
        if (failure != null) {
            throw failure;
        }
    }

    private void startNodes() throws TimeoutException {
        if (options.workers() == 1) {
            Vertx vertx = Vertx.vertx();
            stops.push(vertx::close);
            first = await(Kintsugi.embedded(vertx, config(1)), START_MAX);
            stops.push(first::close);
            return;
        }
        List<String> seeds = List.of();
        for (int number = 1; number <= options.workers(); number++) {
            Node node = await(Node.start(config(number).withCluster(cluster(seeds))), START_MAX);
            stops.push(node.kintsugi()::close);
            if (number == 1) {
                first = node.kintsugi();
                seeds = List.of(node.seed());
            }
        }
    }

    /** @param number of the node, from 1; the first one leads */
    private NodeConfig config(int number) {
        NodeConfig defaults = NodeConfig.defaults();
        NodeSettings node = defaults.node();
        HttpSettings http = defaults.http();
        return defaults.withNode(new NodeSettings(
                        "demo-" + number,
                        number == 1 ? List.of(Role.COORDINATOR, Role.WORKER, Role.CONSOLE) : List.of(Role.WORKER),
                        Math.max(node.slots(), options.flights().parallelism()),
                        folder.toString(),
                        node.blockingThreads(),
                        node.stopMs(),
                        node.drainMs()))
                .withHttp(new HttpSettings(
                        HOST, httpPort, http.artifactUploads(), http.artifactBytesMax(), http.bodyBytesMax()));
    }

    private static ClusterSettings cluster(List<String> seeds) {
        ClusterSettings defaults = ClusterSettings.defaults();
        return new ClusterSettings(
                "demo-" + ProcessHandle.current().pid(),
                HOST,
                ANY_PORT,
                ANY_PORT,
                seeds,
                defaults.quorum(),
                defaults.joinTimeoutMs(),
                defaults.lostAfterS(),
                defaults.controlTimeoutMs());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(ANY_PORT, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void removeFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static <T> T await(Future<T> future, Duration limit) throws TimeoutException {
        return future.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
