package io.kintsugi.worker.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Writes a file in verified blocks, of which one is in memory. Unlike a stored state, a file is read by the process that
 * wrote it, and nobody else knows its length.
 *
 * <pre>
 * block    length, 1 to 65,536 (4) | CRC-32C of the content from its beginning to the end of this block (4) | content
 * footer   0 (4) | CRC-32C of the content (4)
 * </pre>
 */
final class BlockOutput extends OutputStream {
    static final int BLOCK_BYTES = 64 * 1024;
    static final int HEADER_BYTES = 8;

    private final OutputStream file;
    private final byte[] block = new byte[BLOCK_BYTES];
    private final CRC32C crc = new CRC32C();
    private int used;
    private long written;

    BlockOutput(Path path) throws IOException {
        Path folder = path.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        file = Files.newOutputStream(
                path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
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

    /** Makes the file whole; without it, a reader finds no end. */
    void finish() throws IOException {
        if (used > 0) {
            writeBlock();
        }
        writeHeader(0);
        file.close();
    }

    /** Bytes that are in the file. */
    long written() {
        return written;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void writeBlock() throws IOException {
        crc.update(block, 0, used);
        writeHeader(used);
        file.write(block, 0, used);
        written += used;
        used = 0;
    }

    private void writeHeader(int length) throws IOException {
        file.write(ByteBuffer.allocate(HEADER_BYTES)
                .putInt(length)
                .putInt((int) crc.getValue())
                .array());
        written += HEADER_BYTES;
    }
}
