package io.kintsugi.worker.net;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between two nodes and cuts their connections on demand; what is under way is lost. */
final class CuttingProxy {
    private final Vertx vertx;
    private final NetClient client;
    private final Set<NetSocket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final int targetPort;

    private CuttingProxy(Vertx vertx, int targetPort) {
        this.vertx = vertx;
        this.client = vertx.createNetClient();
        this.targetPort = targetPort;
    }

    /** Listens on {@code port} and connects on to {@code targetPort}, both on the loopback interface. */
    static Future<CuttingProxy> start(Vertx vertx, int port, int targetPort) {
        CuttingProxy proxy = new CuttingProxy(vertx, targetPort);
        NetServer server = vertx.createNetServer();
        return server.connectHandler(proxy::accept).listen(port, "127.0.0.1").map(proxy);
    }

    private void accept(NetSocket near) {
        near.pause();
        client.connect(targetPort, "127.0.0.1").onSuccess(far -> {
            connections.incrementAndGet();
            sockets.add(near);
            near.closeHandler(gone -> far.close());
            far.closeHandler(gone -> {
                sockets.remove(near);
                near.close();
            });
            near.pipeTo(far);
            far.pipeTo(near);
        });
    }

    void cut() {
        vertx.runOnContext(ignored -> sockets.forEach(NetSocket::close));
    }

    int connections() {
        return connections.get();
    }
}
