package io.kintsugi.bench.flink;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A split as Flink assigns it.
 *
 * @param position of its next record
 */
record BidSplit(int id, long position) implements SourceSplit {
    private static final int BYTES = Integer.BYTES + Long.BYTES;

    @Override
    public String splitId() {
        return Integer.toString(id);
    }

    private void writeTo(ByteBuffer bytes) {
        bytes.putInt(id).putLong(position);
    }

    private static BidSplit readFrom(ByteBuffer bytes) {
        return new BidSplit(bytes.getInt(), bytes.getLong());
    }

    /** One split. */
    static final class Codec implements SimpleVersionedSerializer<BidSplit> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(BidSplit split) {
            ByteBuffer bytes = ByteBuffer.allocate(BYTES);
            split.writeTo(bytes);
            return bytes.array();
        }

        @Override
        public BidSplit deserialize(int version, byte[] bytes) {
            return readFrom(ByteBuffer.wrap(bytes));
        }
    }

    /** The splits that no reader has. */
    static final class ListCodec implements SimpleVersionedSerializer<List<BidSplit>> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(List<BidSplit> splits) {
            ByteBuffer bytes = ByteBuffer.allocate(splits.size() * BYTES);
            splits.forEach(split -> split.writeTo(bytes));
            return bytes.array();
        }

        @Override
        public List<BidSplit> deserialize(int version, byte[] bytes) {
            List<BidSplit> splits = new ArrayList<>();
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                splits.add(readFrom(rest));
            }
            return splits;
        }
    }
}
