package io.kintsugi.worker.net;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/** Passes envelopes by reference; they never leave the JVM this way. */
final class LocalCodec implements MessageCodec<Envelope, Envelope> {
    static final String NAME = "k.l";

    @Override
    public void encodeToWire(Buffer buffer, Envelope envelope) {
        throw new IllegalStateException("the local address of a node got a remote message");
    }

    @Override
    public Envelope decodeFromWire(int pos, Buffer buffer) {
        throw new IllegalStateException("the local address of a node got a remote message");
    }

    @Override
    public Envelope transform(Envelope envelope) {
        return envelope;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public byte systemCodecID() {
        return -1;
    }
}
