package io.kintsugi.cluster.storage;

import io.kintsugi.core.snapshot.SnapshotStore.Stored;
import io.kintsugi.core.snapshot.VersionId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.CRC32C;

/** Writes a {@link BlockFile} and holds one block of it. To close it does nothing: only {@link #finish} makes it whole. */
final class BlockOutput extends OutputStream {
    private final OutputStream file;
    private final byte[] block = new byte[BlockFile.BLOCK_BYTES];
    private final CRC32C crc = new CRC32C();
    private int used;
    private long written;

    BlockOutput(OutputStream file, VersionId version) throws IOException {
        this.file = file;
        file.write(BlockFile.header(version));
    }

    @Override
    public void write(int value) throws IOException {
        if (used == block.length) {
            writeBlock();
        }
        block[used++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        for (int done = 0; done < length; ) {
            if (used == block.length) {
                writeBlock();
            }
            int part = Math.min(length - done, block.length - used);
            System.arraycopy(bytes, offset + done, block, used, part);
            used += part;
            done += part;
        }
    }

    Stored finish() throws IOException {
        if (used > 0) {
            writeBlock();
        }
        file.write(BlockFile.footer(written, crc.getValue()));
        return new Stored(written, crc.getValue());
    }

    private void writeBlock() throws IOException {
        crc.update(block, 0, used);
        file.write(ByteBuffer.allocate(BlockFile.BLOCK_HEADER_BYTES)
                .putInt(used)
                .putInt((int) crc.getValue())
                .array());
        file.write(block, 0, used);
        written += used;
        used = 0;
    }
}
