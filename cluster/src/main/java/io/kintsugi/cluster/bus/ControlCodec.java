package io.kintsugi.cluster.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/** Version, kind, fields. Inside a JVM the message itself is passed on, since it cannot change. */
final class ControlCodec implements MessageCodec<ControlMessage, ControlMessage> {
    static final String NAME = "kintsugi-control";

    /** Rises with each change of a message: nodes of two versions must not guess what the other means. */
    static final byte VERSION = 10;

    @Override
    public void encodeToWire(Buffer buffer, ControlMessage message) {
        buffer.appendByte(VERSION);
        new ControlWriter(buffer).write(message);
    }

    @Override
    public ControlMessage decodeFromWire(int position, Buffer buffer) {
        WireReader in = new WireReader(buffer, position);
        byte version = in.octet();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "control message: protocol version %d, but this node speaks %d; run the".formatted(version, VERSION)
                            + " same build on all nodes");
        }
        return ControlKind.of(in.octet()).read(in);
    }

    @Override
    public ControlMessage transform(ControlMessage message) {
        return message;
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
