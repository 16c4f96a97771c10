package io.kintsugi.bench.wire;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;

/** The sending end of a bare socket: frames with their length before them, a window and acknowledgements. */
final class SocketEnd {
    static final int LENGTH_BYTES = 4;

    /** Kept, since Vert.x closes the connections of a client that was collected, after 30 s of grace. */
    @SuppressWarnings("UnusedVariable")
    private final NetClient client;

    private final Context context;
    private final NetSocket socket;
    private final SocketLoad load;
    private long toSend;
    private long underWay;
    private Promise<Void> done = Promise.promise();

    /** @param context the socket's, on which all of this runs */
    private SocketEnd(NetClient client, Context context, NetSocket socket, SocketLoad load) {
        this.client = client;
        this.context = context;
        this.socket = socket;
        this.load = load;
        socket.handler(this::acknowledged);
        socket.closeHandler(gone -> done.tryFail("the socket was closed"));
    }

    /** A server that takes what {@code load} makes of frames and acknowledges every quarter of a window with one byte. */
    static Future<NetServer> receive(Vertx vertx, SocketLoad load) {
        return vertx.createNetServer()
                .connectHandler(peer -> {
                    long[] received = {0};
                    peer.handler(load.receiver(bytes -> {
                        long quarter = (long) (LENGTH_BYTES + load.frameBytes()) * Wire.ACK_FRAMES;
                        received[0] += bytes;
                        int acks = (int) (received[0] / quarter);
                        received[0] -= acks * quarter;
                        if (acks > 0) {
                            peer.write(Buffer.buffer(new byte[acks]));
                        }
                    }));
                })
                .listen(0, "127.0.0.1");
    }

    static Future<SocketEnd> connect(Vertx vertx, SocketLoad load, int port) {
        Promise<SocketEnd> end = Promise.promise();
        NetClient client = vertx.createNetClient();
        Context context = vertx.getOrCreateContext();
        context.runOnContext(go -> client.connect(port, "127.0.0.1")
                .map(socket -> new SocketEnd(client, context, socket, load))
                .onComplete(end));
        return end.future();
    }

    /** Completes when all is acknowledged; rounded up to whole quarters of a window. */
    Future<Void> send(long bytes) {
        Promise<Void> promise = Promise.promise();
        context.runOnContext(go -> {
            long quarterBytes = (long) Wire.FRAME_RECORDS * Wire.RECORD_BYTES * Wire.ACK_FRAMES;
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
        while (toSend > 0 && underWay < Wire.WINDOW_FRAMES) {
            Buffer frame = Buffer.buffer(LENGTH_BYTES + load.frameBytes()).appendInt(load.frameBytes());
            load.fill(frame);
            socket.write(frame);
            toSend--;
            underWay++;
        }
        if (toSend == 0 && underWay == 0) {
            done.tryComplete();
        }
    }
}
