package io.kintsugi.examples.console;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** What lies between a browser and a node, and can be pulled out and put back. */
final class Cable implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String STREAM = "GET /api/v1/events";
    private static final long PATIENCE_S = 60;

    private final Vertx vertx = Vertx.vertx();
    private final Set<NetSocket> open = ConcurrentHashMap.newKeySet();
    /** Connections that a browser holds for live news; they serve nothing else. */
    private final Set<NetSocket> streams = ConcurrentHashMap.newKeySet();

    private final NetClient client = vertx.createNetClient();
    private final URI node;
    private final NetServer server;
    private volatile boolean pulled;

    /** @param node {@code http://127.0.0.1:8080/} */
    Cable(String node) throws Exception {
        this.node = URI.create(node);
        this.server = await(vertx.createNetServer().connectHandler(this::accept).listen(0, HOST));
    }

    /** Of its browser's end. */
    String address() {
        return "http://" + HOST + ":" + server.actualPort() + "/";
    }

    /** How many connections stand on which the browser hears live news. */
    int streams() {
        return streams.size();
    }

    /** All connections end, and new ones at once. */
    void pull() {
        pulled = true;
        open.forEach(NetSocket::close);
    }

    void putBack() {
        pulled = false;
    }

    @Override
    public void close() throws Exception {
        await(vertx.close());
    }

    private void accept(NetSocket browser) {
        if (pulled) {
            browser.close();
            return;
        }
        keep(browser);
        browser.pause();
        client.connect(node.getPort(), node.getHost())
                .onSuccess(other -> {
                    keep(other);
                    browser.handler(requests -> {
                        if (requests.toString().startsWith(STREAM)) {
                            streams.add(browser);
                        }
                        other.write(requests);
                    });
                    browser.endHandler(ended -> other.end());
                    browser.resume();
                    other.pipeTo(browser);
                })
                .onFailure(failure -> browser.close());
    }

    /** The check after it was added: it may have been pulled meanwhile. */
    private void keep(NetSocket socket) {
        open.add(socket);
        socket.closeHandler(closed -> {
            open.remove(socket);
            streams.remove(socket);
        });
        if (pulled) {
            socket.close();
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS);
    }
}
