package io.kintsugi.worker.verticle;

import io.kintsugi.core.element.Batch;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.FrameSink;
import io.kintsugi.worker.channel.Parcel;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The way to the other end of a channel, which is known only when the leader has placed all tasks, and may move. What is
 * sent before that is a greeting at most; it is kept, the newest only, since the protocol repeats what is lost.
 */
final class PeerSink implements FrameSink {
    private final BooleanSupplier zombie;
    private @Nullable FrameSink target;
    private @Nullable Frame waiting;
    private int attempt;

    /** @param zombie whether the calling thread works for a task that was given up: what it sends goes nowhere */
    PeerSink(BooleanSupplier zombie) {
        this.zombie = zombie;
    }

    /** Whether a word about this attempt of the peer is news: an order of before, which comes late, is not. */
    boolean isNews(int peerAttempt) {
        return peerAttempt >= attempt;
    }

    /** Whether it is known where the peer is. */
    boolean isConnected() {
        return target != null;
    }

    void connect(FrameSink sink, int peerAttempt) {
        target = sink;
        attempt = peerAttempt;
        if (waiting != null) {
            sink.send(waiting);
            waiting = null;
        }
    }

    @Override
    public void send(Frame frame) {
        if (zombie.getAsBoolean()) {
            return;
        }
        if (target == null) {
            waiting = frame;
        } else {
            target.send(frame);
        }
    }

    @Override
    public Parcel pack(Batch batch, int from) {
        if (target == null) {
            return FrameSink.super.pack(batch, from);
        }
        return target.pack(batch, from);
    }
}
