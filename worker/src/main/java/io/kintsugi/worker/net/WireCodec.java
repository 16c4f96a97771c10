package io.kintsugi.worker.net;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/** Writes envelopes straight into the buffer of the connection, and reads them without copying the records. */
final class WireCodec implements MessageCodec<Envelope, Envelope> {
    static final String NAME = "k.n";

    @Override
    public void encodeToWire(Buffer buffer, Envelope envelope) {
        WireFormat.write(buffer, envelope);
    }

    @Override
    public Envelope decodeFromWire(int pos, Buffer buffer) {
        return WireFormat.read(buffer, pos);
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
