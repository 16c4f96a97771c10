package io.kintsugi.examples.console;

import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.config.HttpSettings;
import io.kintsugi.core.config.NodeSettings;
import io.kintsugi.core.model.Role;
import io.kintsugi.node.Node;
import io.kintsugi.node.config.NodeConfig;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two nodes in this JVM, of which the first leads and serves the console, and their API as any client sees it. */
final class ConsoleCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int ANY_PORT = 0;
    private static final int SLOTS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Deque<Node> nodes = new ArrayDeque<>();
    private final Path data;

    private ConsoleCluster(Path data) {
        this.data = data;
    }

    static ConsoleCluster start(Path data) throws Exception {
        ConsoleCluster cluster = new ConsoleCluster(data);
        try {
            cluster.start("north", List.of(Role.COORDINATOR, Role.WORKER, Role.CONSOLE), List.of());
            cluster.start("south", List.of(Role.WORKER), List.of(cluster.first().seed()));
            return cluster;
        } catch (Exception e) { // Also checked ones that Vert.x throws without saying so.
            cluster.close();
            throw e;
        }
    }

    /** Of the console, with a slash at its end. */
    String address() {
        return first().httpUrl().orElseThrow() + "/";
    }

    /** An answer of the API to a path below {@code /api/v1/}. */
    JsonObject get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address() + "api/v1/" + path))
                .timeout(PATIENCE)
                .build();
        return new JsonObject(client.send(request, BodyHandlers.ofString()).body());
    }

    /** Has to be done, or it is an error. */
    void post(String path, JsonObject body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address() + "api/v1/" + path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.encode()))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(path + ": " + answer.body());
        }
    }

    @Override
    public void close() throws Exception {
        while (!nodes.isEmpty()) {
            await(nodes.removeLast().kintsugi().close());
        }
    }

    private Node first() {
        return nodes.getFirst();
    }

    private void start(String name, List<Role> roles, List<String> seeds) throws Exception {
        NodeConfig defaults = NodeConfig.defaults();
        NodeSettings node = defaults.node();
        HttpSettings http = defaults.http();
        nodes.addLast(await(Node.start(defaults.withCluster(cluster(seeds))
                .withNode(
                        new NodeSettings(name, roles, SLOTS, data.toString(), node.blockingThreads(), node.stopMs(), 0))
                .withHttp(new HttpSettings(HOST, ANY_PORT, false, http.artifactBytesMax(), http.bodyBytesMax())))));
    }

    private static ClusterSettings cluster(List<String> seeds) {
        ClusterSettings defaults = ClusterSettings.defaults();
        return new ClusterSettings(
                "console-" + ProcessHandle.current().pid(),
                HOST,
                ANY_PORT,
                ANY_PORT,
                seeds,
                defaults.quorum(),
                defaults.joinTimeoutMs(),
                defaults.lostAfterS(),
                defaults.controlTimeoutMs());
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
