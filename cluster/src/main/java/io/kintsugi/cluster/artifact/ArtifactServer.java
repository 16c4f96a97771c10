package io.kintsugi.cluster.artifact;

import io.kintsugi.core.model.NodeId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.internal.VertxInternal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hands the JARs of this node to other nodes, chunk by chunk, and takes offers of JARs that lie elsewhere. One clustered
 * address for each incarnation of a node.
 */
public final class ArtifactServer {
    /** The size of all chunks of a file but the last. */
    public static final int CHUNK_BYTES = 256 * 1024;

    static final String DIGEST = "digest";
    static final String OFFSET = "offset";
    static final String SIZE = "size";
    static final String HOLDER_NAME = "holderName";
    static final String DELETE = "delete";
    static final String HOLDER_INCARNATION = "holderIncarnation";

    static final int NOT_HERE = 404;
    static final int FAILED = 500;

    private final Vertx vertx;
    private final ArtifactStore store;
    private final ArtifactFetcher fetcher;
    private final MessageConsumer<Buffer> consumer;

    private ArtifactServer(Vertx vertx, NodeId self, ArtifactStore store, ArtifactFetcher fetcher) {
        this.vertx = vertx;
        this.store = store;
        this.fetcher = fetcher;
        this.consumer = vertx.eventBus().consumer(address(self), this::receive);
    }

    /** Registers the address. The server runs on an event loop of its own, which no verticle takes away. */
    public static Future<ArtifactServer> start(Vertx vertx, NodeId self, ArtifactStore store, ArtifactFetcher fetcher) {
        Context context = ((VertxInternal) vertx).createEventLoopContext();
        Promise<ArtifactServer> started = Promise.promise();
        context.runOnContext(v -> {
            ArtifactServer server = new ArtifactServer(vertx, self, store, fetcher);
            server.consumer.completion().map(server).onComplete(started);
        });
        return started.future();
    }

    public Future<Void> close() {
        return consumer.unregister();
    }

    static String address(NodeId node) {
        return "k.a." + node.incarnation();
    }

    private void receive(Message<Buffer> message) {
        try {
            ArtifactId id = new ArtifactId(String.valueOf(message.headers().get(DIGEST)));
            String holder = message.headers().get(HOLDER_INCARNATION);
            if (holder != null) {
                NodeId from = new NodeId(String.valueOf(message.headers().get(HOLDER_NAME)), holder);
                fetcher.fetch(id, from)
                        .onSuccess(file -> message.reply(Buffer.buffer()))
                        .onFailure(failure -> message.fail(FAILED, String.valueOf(failure.getMessage())));
            } else if (message.headers().contains(DELETE)) {
                vertx.executeBlocking(() -> deleted(id), false)
                        .onSuccess(gone -> message.reply(Buffer.buffer()))
                        .onFailure(failure -> message.fail(FAILED, String.valueOf(failure.getMessage())));
            } else {
                answerChunk(message, id, Long.parseLong(message.headers().get(OFFSET)));
            }
        } catch (IllegalArgumentException e) {
            message.fail(FAILED, "not an artifact request: " + e.getMessage());
        }
    }

    private boolean deleted(ArtifactId id) {
        store.delete(id);
        return true;
    }

    private void answerChunk(Message<Buffer> message, ArtifactId id, long offset) {
        vertx.executeBlocking(() -> read(id, offset), false)
                .onSuccess(chunk -> {
                    if (chunk == null) {
                        message.fail(NOT_HERE, "no artifact " + id);
                    } else {
                        DeliveryOptions options = new DeliveryOptions().addHeader(SIZE, Long.toString(chunk.size()));
                        message.reply(chunk.bytes(), options);
                    }
                })
                .onFailure(failure -> message.fail(FAILED, String.valueOf(failure.getMessage())));
    }

    /** @param size of the whole file */
    private record Chunk(long size, Buffer bytes) {}

    private @Nullable Chunk read(ArtifactId id, long offset) throws IOException {
        Optional<Artifact> artifact = store.find(id);
        if (artifact.isEmpty()) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(artifact.get().file())) {
            ByteBuffer bytes = ByteBuffer.allocate(CHUNK_BYTES);
            long position = offset;
            for (int read = 0; read >= 0 && bytes.hasRemaining(); position += read) {
                read = channel.read(bytes, position);
                if (read < 0) {
                    break;
                }
            }
            return new Chunk(
                    artifact.get().sizeBytes(),
                    Buffer.buffer(bytes.position()).appendBytes(bytes.array(), 0, bytes.position()));
        }
    }
}
