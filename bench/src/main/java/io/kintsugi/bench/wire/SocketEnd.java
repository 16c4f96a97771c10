package io.kintsugi.bench.wire;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;

/** The limit: buffers of a frame's size through a socket, with a window and acknowledgements but no sense. */
final class SocketEnd {
    private static final int LENGTH_BYTES = 4;
    private static final int WIRE_BYTES = Wire.FRAME_BYTES + LENGTH_BYTES;

    private final NetSocket socket;
    private final byte[] payload = new byte[Wire.FRAME_BYTES];
    private long toSend;
    private long underWay;
    private Promise<Void> done = Promise.promise();

    private SocketEnd(NetSocket socket) {
        this.socket = socket;
        socket.handler(this::acknowledged);
    }

    /** A server that counts bytes and acknowledges every quarter of a window with one byte. */
    static Future<NetServer> receive(Vertx vertx) {
        return vertx.createNetServer()
                .connectHandler(peer -> {
                    long[] received = {0};
                    peer.handler(data -> {
                        long quarter = (long) WIRE_BYTES * Wire.ACK_FRAMES;
                        received[0] += data.length();
                        int acks = (int) (received[0] / quarter);
                        received[0] -= acks * quarter;
                        if (acks > 0) {
                            peer.write(Buffer.buffer(new byte[acks]));
                        }
                    });
                })
                .listen(0, "127.0.0.1");
    }

    static Future<SocketEnd> connect(Vertx vertx, int port) {
        return vertx.createNetClient().connect(port, "127.0.0.1").map(SocketEnd::new);
    }

    /** Completes when all is acknowledged; rounded up to whole quarters of a window. */
    Future<Void> send(Vertx vertx, long bytes) {
        Promise<Void> promise = Promise.promise();
        vertx.runOnContext(go -> {
            long quarterBytes = (long) Wire.FRAME_BYTES * Wire.ACK_FRAMES;
            toSend = (bytes + quarterBytes - 1) / quarterBytes * Wire.ACK_FRAMES;
            done = promise;
            pump();
        });
        return promise.future();
    }

    private void acknowledged(Buffer acks) {
        underWay -= (long) acks.length() * Wire.ACK_FRAMES;
        pump();
    }

    private void pump() {
        synchronized (this) { // The caller's context and the socket's are not the same; uncontended after the start.
            while (toSend > 0 && underWay < Wire.WINDOW_FRAMES) {
                socket.write(
                        Buffer.buffer(WIRE_BYTES).appendInt(Wire.FRAME_BYTES).appendBytes(payload));
                toSend--;
                underWay++;
            }
            if (toSend == 0 && underWay == 0) {
                done.tryComplete();
            }
        }
    }
}
