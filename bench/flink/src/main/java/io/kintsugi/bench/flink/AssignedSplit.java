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
record AssignedSplit(int id, long position) implements SourceSplit {
    private static final int BYTES = Integer.BYTES + Long.BYTES;

    @Override
    public String splitId() {
        return Integer.toString(id);
    }

    private void writeTo(ByteBuffer bytes) {
        bytes.putInt(id).putLong(position);
    }

    private static AssignedSplit readFrom(ByteBuffer bytes) {
        return new AssignedSplit(bytes.getInt(), bytes.getLong());
    }

    /** One split. */
    static final class Codec implements SimpleVersionedSerializer<AssignedSplit> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(AssignedSplit split) {
            ByteBuffer bytes = ByteBuffer.allocate(BYTES);
            split.writeTo(bytes);
            return bytes.array();
        }

        @Override
        public AssignedSplit deserialize(int version, byte[] bytes) {
            return readFrom(ByteBuffer.wrap(bytes));
        }
    }

    /** The splits that no reader has. */
    static final class ListCodec implements SimpleVersionedSerializer<List<AssignedSplit>> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(List<AssignedSplit> splits) {
            ByteBuffer bytes = ByteBuffer.allocate(splits.size() * BYTES);
            splits.forEach(split -> split.writeTo(bytes));
            return bytes.array();
        }

        @Override
        public List<AssignedSplit> deserialize(int version, byte[] bytes) {
            List<AssignedSplit> splits = new ArrayList<>();
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                splits.add(readFrom(rest));
            }
            return splits;
        }
    }
}
