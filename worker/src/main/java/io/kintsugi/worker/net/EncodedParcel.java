package io.kintsugi.worker.net;

import io.kintsugi.core.element.Batch;
import io.kintsugi.worker.channel.Parcel;

/**
 * Encoded records: {@code length} bytes of {@code array} from {@code offset}, never changed.
 *
 * @param codec decodes them, on the thread of the consuming task
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EncodedParcel(RecordCodec codec, byte[] array, int offset, int length, int count) implements Parcel {
    @Override
    public int bytes() {
        return length;
    }

    @Override
    public Batch open() {
        return codec.decode(this);
    }
}
