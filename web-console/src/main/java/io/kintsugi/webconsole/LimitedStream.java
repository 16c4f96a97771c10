package io.kintsugi.webconsole;

import io.kintsugi.cluster.artifact.ArtifactStore;
import io.kintsugi.cluster.client.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.WriteStream;
import org.jspecify.annotations.Nullable;

/** Lets no more bytes through than a JAR may have; a length header may be missing or wrong. */
final class LimitedStream implements WriteStream<Buffer> {
    private final WriteStream<Buffer> out;
    private final ArtifactStore store;
    private long bytes;

    LimitedStream(WriteStream<Buffer> out, ArtifactStore store) {
        this.out = out;
        this.store = store;
    }

    @Override
    public Future<Void> write(Buffer data) {
        bytes += data.length();
        try {
            store.requireSize(bytes);
        } catch (ProblemException e) {
            return Future.failedFuture(e);
        }
        return out.write(data);
    }

    @Override
    public WriteStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
        out.exceptionHandler(handler);
        return this;
    }

    @Override
    public Future<Void> end() {
        return out.end();
    }

    @Override
    public WriteStream<Buffer> setWriteQueueMaxSize(int maxSize) {
        out.setWriteQueueMaxSize(maxSize);
        return this;
    }

    @Override
    public boolean writeQueueFull() {
        return out.writeQueueFull();
    }

    @Override
    public WriteStream<Buffer> drainHandler(@Nullable Handler<Void> handler) {
        out.drainHandler(handler);
        return this;
    }
}
