package io.kintsugi.worker.state;

import io.kintsugi.worker.schema.Codec;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Turns one entry after the other into Avro data, in the same array. */
final class EntryEncoder {
    private static final int BYTES_MIN = 512;

    private final Bytes bytes = new Bytes();
    private final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);

    /** What the encoder empties its buffer into; a ByteArrayOutputStream would be locked each time. */
    private static final class Bytes extends OutputStream {
        private byte[] array = new byte[BYTES_MIN];
        private int size;

        @Override
        public void write(int value) {
            require(1);
            array[size++] = (byte) value;
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            require(length);
            System.arraycopy(from, offset, array, size, length);
            size += length;
        }

        private void require(int more) {
            if (array.length - size < more) {
                array = Arrays.copyOf(array, Math.max(array.length * 2, Math.addExact(size, more)));
            }
        }
    }

    void encode(Object entry, Codec codec) throws IOException {
        bytes.size = 0;
        codec.write(entry, encoder);
        encoder.flush();
    }

    /** Of the entry: up to {@link #size()}, until the next one. */
    byte[] bytes() {
        return bytes.array;
    }

    int size() {
        return bytes.size;
    }
}
