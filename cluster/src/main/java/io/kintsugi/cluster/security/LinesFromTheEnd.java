package io.kintsugi.cluster.security;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a file, the last one first, and of a long file no more than was asked for. By one thread. */
final class LinesFromTheEnd implements Closeable {
    private static final int BLOCK_BYTES = 1 << 16;

    private final FileChannel file;

    /** Where in the file {@link #read} begins. */
    private long begin;

    /** What was read of the file; the first {@link #left} bytes were not given yet. */
    private byte[] read = new byte[0];

    private int left;

    /** @param at bytes of the file before it */
    record Line(long at, String text) {}

    /** As long as the file is now; what is written later is not seen. */
    LinesFromTheEnd(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a folder and not a file");
        }
        file = FileChannel.open(path, StandardOpenOption.READ);
        begin = file.size();
    }

    /** Null when all were given. Empty ones are left out. Blocks. */
    @Nullable
    Line next() throws IOException {
        while (left > 0 || begin > 0) {
            int from = lineBegin();
            if (from == 0 && begin > 0) {
                readBlock();
                continue;
            }
            String text = new String(read, from, left - from, StandardCharsets.UTF_8);
            left = Math.max(0, from - 1);
            if (!text.isBlank()) {
                return new Line(begin + from, text);
            }
        }
        return null;
    }

    /** Of the last line that is in memory; 0: it may begin further in front. */
    private int lineBegin() {
        for (int i = left; i > 0; i--) {
            if (read[i - 1] == '\n') {
                return i;
            }
        }
        return 0;
    }

    private void readBlock() throws IOException {
        int bytes = (int) Math.min(BLOCK_BYTES, begin);
        byte[] longer = new byte[bytes + left];
        begin -= bytes;
        ByteBuffer block = ByteBuffer.wrap(longer, 0, bytes);
        while (block.hasRemaining()) {
            if (file.read(block, begin + block.position()) < 0) {
                throw new EOFException("an audit file has become shorter while it was read");
            }
        }
        System.arraycopy(read, 0, longer, bytes, left);
        read = longer;
        left = longer.length;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
