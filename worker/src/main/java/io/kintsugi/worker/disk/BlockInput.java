package io.kintsugi.worker.disk;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.CRC32C;

/** Reads what {@link BlockOutput} has written, and verifies each block before it hands out a byte of it. */
final class BlockInput extends InputStream {
    private final Path path;
    private final DataInputStream file;
    private final byte[] block = new byte[BlockOutput.BLOCK_BYTES];
    private final CRC32C crc = new CRC32C();
    private long blocks;
    private long taken;
    private int from;
    private int to;
    private boolean ended;

    BlockInput(Path path) throws IOException {
        this.path = path;
        this.file = new DataInputStream(Files.newInputStream(path));
    }

    @Override
    public int read() throws IOException {
        return fill() ? block[from++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int part = Math.min(length, to - from);
        System.arraycopy(block, from, bytes, offset, part);
        from += part;
        return part;
    }

    /** Bytes of the file that have been read. */
    long taken() {
        return taken;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** False at the end. */
    private boolean fill() throws IOException {
        if (from < to) {
            return true;
        }
        if (!ended) {
            readBlock();
        }
        return !ended;
    }

    private void readBlock() throws IOException {
        try {
            int length = file.readInt();
            int checksum = file.readInt();
            if (length < 0 || length > block.length) {
                throw damaged("1 to %d bytes".formatted(block.length), "%d".formatted(length));
            }
            file.readFully(block, 0, length);
            crc.update(block, 0, length);
            if ((int) crc.getValue() != checksum) {
                throw damaged("CRC-32C %08x".formatted(checksum), "%08x".formatted(crc.getValue()));
            }
            blocks++;
            taken += BlockOutput.HEADER_BYTES + length;
            from = 0;
            to = length;
            ended = length == 0;
        } catch (EOFException e) {
            throw damaged("a block or the end", "the file cut off");
        }
    }

    private IOException damaged(String expected, String found) {
        return new IOException("%s is damaged: block %d: expected %s, found %s; what it holds is made again"
                .formatted(path, blocks, expected, found));
    }
}
