package io.kintsugi.cluster.storage;

import io.kintsugi.core.snapshot.CorruptSnapshotException;
import io.kintsugi.core.snapshot.StateVersion;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Reads a {@link BlockFile} and verifies each block before it hands out a byte of it; the end of the file is verified before
 * the last block is handed out. Throws {@link CorruptSnapshotException} for what is not as it was stored.
 */
final class BlockInput extends InputStream {
    private final Path path;
    private final DataInputStream file;
    private final StateVersion version;
    private final byte[] block;
    private final CRC32C crc = new CRC32C();
    private long verified;
    private int from;
    private int to;

    private BlockInput(Path path, InputStream file, StateVersion version) {
        this.path = path;
        this.file = new DataInputStream(file);
        this.version = version;
        this.block = new byte[(int) Math.min(BlockFile.BLOCK_BYTES, version.bytes())];
    }

    static BlockInput open(Path path, StateVersion version) throws IOException {
        requireLength(path, version);
        BlockInput input = new BlockInput(path, openFile(path), version);
        try {
            input.verifyHeader();
            if (version.bytes() == 0) {
                input.verifyFooter();
            }
        } catch (IOException | RuntimeException e) {
            input.close();
            throw e;
        }
        return input;
    }

    static void requireLength(Path path, StateVersion version) throws IOException {
        long expected = BlockFile.fileBytes(version.id(), version.bytes());
        long found;
        try {
            found = Files.size(path);
        } catch (NoSuchFileException e) {
            throw missing(path, e);
        }
        if (found != expected) {
            throw new CorruptSnapshotException(
                    "%s: expected a file of %d bytes, found %d".formatted(path, expected, found));
        }
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

    @Override
    public int available() {
        return to - from;
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
        if (verified == version.bytes()) {
            return false;
        }
        int length = readBlock();
        verified += length;
        if (verified == version.bytes()) {
            verifyFooter();
        }
        from = 0;
        to = length;
        return true;
    }

    private int readBlock() throws IOException {
        int expected = (int) Math.min(block.length, version.bytes() - verified);
        try {
            int length = file.readInt();
            int checksum = file.readInt();
            if (length != expected) {
                throw corrupt("%d bytes".formatted(expected), "%d".formatted(length));
            }
            file.readFully(block, 0, length);
            crc.update(block, 0, length);
            if ((int) crc.getValue() != checksum) {
                throw corrupt("CRC-32C %08x".formatted(checksum), "%08x".formatted(crc.getValue()));
            }
            return length;
        } catch (EOFException e) {
            throw corrupt("%d bytes".formatted(expected), "the end of the file");
        }
    }

    private CorruptSnapshotException corrupt(String expected, String found) {
        return new CorruptSnapshotException("%s: block %d, from byte %d of the state: expected %s, found %s"
                .formatted(path, verified / BlockFile.BLOCK_BYTES, verified, expected, found));
    }

    private void verifyHeader() throws IOException {
        byte[] expected = BlockFile.header(version.id());
        byte[] found = file.readNBytes(expected.length);
        if (!Arrays.equals(expected, found)) {
            throw new CorruptSnapshotException("%s: header: expected '%s' in format %d, found %s"
                    .formatted(path, version.id(), BlockFile.FORMAT, BlockFile.describe(found)));
        }
    }

    private void verifyFooter() throws IOException {
        long checksum = crc.getValue();
        if (checksum != version.checksum()) {
            throw new CorruptSnapshotException(
                    "%s: expected a state with CRC-32C %08x, found %08x".formatted(path, version.checksum(), checksum));
        }
        byte[] found = file.readNBytes(BlockFile.FOOTER_BYTES + 1);
        if (!Arrays.equals(BlockFile.footer(version.bytes(), checksum), found)) {
            throw new CorruptSnapshotException("%s: footer: expected %d bytes with CRC-32C %08x, found something else"
                    .formatted(path, version.bytes(), checksum));
        }
    }

    private static InputStream openFile(Path path) throws IOException {
        try {
            return Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            throw missing(path, e);
        }
    }

    private static CorruptSnapshotException missing(Path path, IOException cause) {
        return new CorruptSnapshotException(path + ": expected a state version, found no file", cause);
    }
}
