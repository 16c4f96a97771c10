package io.kintsugi.connectors.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads lines and knows how many bytes are behind the last one. Lines end in {@code \n} or {@code \r\n}. */
final class LineInput implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final InputStream stream;
    private final int lineBytesMax;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int from;
    private int to;
    private byte[] line = new byte[256];
    private int lineBytes;
    private long position;

    private LineInput(Path file, InputStream stream, int lineBytesMax) {
        this.file = file;
        this.stream = stream;
        this.lineBytesMax = lineBytesMax;
    }

    static LineInput open(Path file, int lineBytesMax) throws IOException {
        InputStream stream = Files.newInputStream(file);
        if (!file.toString().endsWith(".gz")) {
            return new LineInput(file, stream, lineBytesMax);
        }
        try {
            return new LineInput(file, new GZIPInputStream(stream, BUFFER_BYTES), lineBytesMax);
        } catch (IOException e) {
            stream.close();
            throw e;
        }
    }

    /** Of the unpacked file. */
    long position() {
        return position;
    }

    /** Throws {@link IOException} when the file is shorter. */
    void skip(long bytes) throws IOException {
        stream.skipNBytes(bytes);
        position = bytes;
    }

    /** Null at the end. What is not UTF-8 becomes the replacement character. */
    @Nullable
    String readLine() throws IOException {
        lineBytes = 0;
        long start = position;
        while (fill()) {
            int end = indexOfLineEnd();
            append(start, end);
            position += end - from;
            from = end;
            if (end < to) {
                from++;
                position++;
                return text();
            }
        }
        return position == start ? null : text();
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    private boolean fill() throws IOException {
        if (from < to) {
            return true;
        }
        from = 0;
        to = Math.max(0, stream.read(buffer, 0, buffer.length));
        return to > 0;
    }

    private int indexOfLineEnd() {
        int at = from;
        while (at < to && buffer[at] != '\n') {
            at++;
        }
        return at;
    }

    private void append(long start, int end) throws IOException {
        int more = end - from;
        if (lineBytes + more > lineBytesMax) {
            throw new IOException(
                    "%s: the line at byte %d is longer than %d bytes".formatted(file, start, lineBytesMax));
        }
        if (lineBytes + more > line.length) {
            byte[] larger = new byte[Math.max(line.length * 2, lineBytes + more)];
            System.arraycopy(line, 0, larger, 0, lineBytes);
            line = larger;
        }
        System.arraycopy(buffer, from, line, lineBytes, more);
        lineBytes += more;
    }

    private String text() {
        boolean carriageReturn = lineBytes > 0 && line[lineBytes - 1] == '\r';
        return new String(line, 0, carriageReturn ? lineBytes - 1 : lineBytes, StandardCharsets.UTF_8);
    }
}
