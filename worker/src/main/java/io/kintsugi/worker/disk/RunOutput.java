package io.kintsugi.worker.disk;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** A sorted run on its way to disk: length, hash, timestamp, port and bytes of each record, and a length of -1 at the end. */
final class RunOutput implements AutoCloseable {
    static final int END = -1;

    private final BlockOutput blocks;
    private final DataOutputStream out;

    RunOutput(Path path) throws IOException {
        blocks = new BlockOutput(path);
        out = new DataOutputStream(blocks);
    }

    void write(SortedRecord record) throws IOException {
        out.writeInt(record.bytes().length);
        out.writeInt(record.hash());
        out.writeLong(record.timestamp());
        out.writeByte(record.port());
        out.write(record.bytes());
    }

    void finish() throws IOException {
        out.writeInt(END);
        out.flush();
        blocks.finish();
    }

    @Override
    public void close() throws IOException {
        blocks.close();
    }
}
