package io.kintsugi.bench.wire;

import io.netty.buffer.ByteBuf;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.parsetools.RecordParser;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/** What both ends of a bare socket do with a frame, from nothing to what a channel does. */
enum SocketLoad {
    /** The same bytes again and again; the receiver counts them and looks at nothing. */
    BYTES {
        @Override
        Handler<Buffer> receiver(IntConsumer taken) {
            return data -> taken.accept(data.length());
        }
    },

    /** The same bytes; the receiver cuts them into frames with Vert.x's parser, as the event bus does. */
    FRAMES {
        @Override
        Handler<Buffer> receiver(IntConsumer taken) {
            return parsed(frame -> taken.accept(SocketEnd.LENGTH_BYTES + frame.length()));
        }
    },

    /** Each record written on its own, as length and bytes; cut by the parser and made arrays of their own again. */
    RECORDS {
        @Override
        int frameBytes() {
            return RECORDS_BYTES;
        }

        @Override
        void fill(Buffer frame) {
            pack(frame);
        }

        @Override
        Handler<Buffer> receiver(IntConsumer taken) {
            return parsed(frame -> {
                unpack(ByteBuffer.wrap(frame.getBytes()));
                taken.accept(SocketEnd.LENGTH_BYTES + frame.length());
            });
        }
    },

    /** The same records, but cut by hand and copied only where a frame lies across two reads: the least that is needed. */
    SLICES {
        @Override
        int frameBytes() {
            return RECORDS_BYTES;
        }

        @Override
        void fill(Buffer frame) {
            pack(frame);
        }

        @Override
        Handler<Buffer> receiver(IntConsumer taken) {
            return sliced(frame -> {
                taken.accept(frame.remaining());
                frame.position(frame.position() + SocketEnd.LENGTH_BYTES);
                unpack(frame);
            });
        }
    };

    private static final byte[] RECORD = new byte[Wire.RECORD_BYTES];
    private static final byte[] FRAME = new byte[Wire.FRAME_RECORDS * Wire.RECORD_BYTES];
    private static final int RECORDS_BYTES = Wire.FRAME_RECORDS * (Integer.BYTES + Wire.RECORD_BYTES);

    /** Tells how many bytes of the socket have been dealt with. */
    abstract Handler<Buffer> receiver(IntConsumer taken);

    int frameBytes() {
        return FRAME.length;
    }

    /** Appends {@link #frameBytes()} bytes. */
    void fill(Buffer frame) {
        frame.appendBytes(FRAME);
    }

    private static void pack(Buffer frame) {
        for (int i = 0; i < Wire.FRAME_RECORDS; i++) {
            frame.appendInt(RECORD.length).appendBytes(RECORD);
        }
    }

    private static void unpack(ByteBuffer frame) {
        for (int i = 0; i < Wire.FRAME_RECORDS; i++) {
            byte[] record = new byte[frame.getInt()];
            frame.get(record);
            if (record[0] != RECORD[0]) {
                throw new IllegalStateException("record " + i + " of a frame is not what was sent");
            }
        }
    }

    private static Handler<Buffer> parsed(Handler<Buffer> frames) {
        RecordParser parser = RecordParser.newFixed(SocketEnd.LENGTH_BYTES);
        boolean[] body = {false};
        parser.handler(part -> {
            parser.fixedSizeMode(body[0] ? SocketEnd.LENGTH_BYTES : part.getInt(0));
            if (body[0]) {
                frames.handle(part);
            }
            body[0] = !body[0];
        });
        return parser;
    }

    /** All frames have one size here. */
    private static Handler<Buffer> sliced(Handler<ByteBuffer> frames) {
        int whole = SocketEnd.LENGTH_BYTES + RECORDS_BYTES;
        ByteBuffer begun = ByteBuffer.allocate(whole);
        return data -> {
            ByteBuf read = ((BufferInternal) data).getByteBuf();
            ByteBuffer in = ByteBuffer.wrap(read.array(), read.arrayOffset(), read.readableBytes());
            while (in.hasRemaining()) {
                int wanted = Math.min(begun.remaining(), in.remaining());
                ByteBuffer part = in.slice(in.position(), wanted);
                in.position(in.position() + wanted);
                if (wanted == whole) {
                    frames.handle(part);
                    continue;
                }
                begun.put(part);
                if (!begun.hasRemaining()) {
                    frames.handle(begun.flip());
                    begun.clear();
                }
            }
        };
    }
}
