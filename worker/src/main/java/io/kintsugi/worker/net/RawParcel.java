package io.kintsugi.worker.net;

import io.kintsugi.core.element.Batch;
import io.kintsugi.worker.channel.Parcel;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/** Records as they came from the wire, before it is known whose they are. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RawParcel(byte[] array, int offset, int length, int count) implements Parcel {
    /** All that is left to read of {@code in}, without a copy where the buffer lies on the heap. */
    static RawParcel of(ByteBuf in, int count) {
        int length = in.readableBytes();
        if (in.hasArray()) {
            return new RawParcel(in.array(), in.arrayOffset() + in.readerIndex(), length, count);
        }
        return new RawParcel(ByteBufUtil.getBytes(in), 0, length, count);
    }

    EncodedParcel with(RecordCodec codec) {
        return new EncodedParcel(codec, array, offset, length, count);
    }

    @Override
    public int bytes() {
        return length;
    }

    @Override
    public Batch open() {
        throw new IllegalStateException("a parcel was opened before it had a codec");
    }
}
