package io.kintsugi.worker.state;

import io.kintsugi.core.snapshot.CorruptSnapshotException;
import io.kintsugi.worker.schema.ValueReader;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link VersionWriter} wrote, section by section in any order. In the order of writing it goes through the
 * stream once; sections that are asked for later are kept in memory, as bytes and only in the key groups that are wanted.
 */
final class VersionReader {
    private static final int TEXT_BYTES_MAX = 1 << 24;
    private static final int BLOCK_BYTES_MAX = 1 << 30;

    private final DataInputStream in;
    private final IntPredicate wanted;
    private final SubtaskShare share;
    private final List<Section> sections = new ArrayList<>();
    private final Map<Integer, List<Block>> passed = new TreeMap<>();
    private int next;
    private @Nullable BinaryDecoder decoder;

    private static final class Block {
        private final int entries;
        private final byte[] bytes;

        Block(int entries, byte[] bytes) {
            this.entries = entries;
            this.bytes = bytes;
        }
    }

    /** Takes one value out of a section. */
    interface Taker {
        void take(Object value);
    }

    /**
     * Throws {@link CorruptSnapshotException} if this is no state version.
     *
     * @param wanted key groups that will be read
     */
    VersionReader(InputStream stream, IntPredicate wanted) {
        this.in = new DataInputStream(stream);
        this.wanted = wanted;
        try {
            if (in.readInt() != VersionWriter.MAGIC) {
                throw new CorruptSnapshotException("no state version: it does not begin with KSTV");
            }
            int format = in.readInt();
            if (format != VersionWriter.FORMAT) {
                throw new StateMismatchException(
                        "state version of format %d, and this build reads format %d: a newer build wrote it"
                                .formatted(format, VersionWriter.FORMAT));
            }
            share = new SubtaskShare(in.readInt(), in.readInt(), in.readInt());
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                sections.add(readSection());
            }
            next = in.readInt();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private Section readSection() throws IOException {
        String step = readText();
        String name = readText();
        String kind = readText();
        return new Section(step, name, Section.Kind.valueOf(kind), new Schema.Parser().parse(readText()));
    }

    /** Of the subtask that wrote it. */
    SubtaskShare share() {
        return share;
    }

    List<Section> sections() {
        return sections;
    }

    /** Shows all values of a section that are in wanted key groups, or in none; once. */
    void read(Section section, ValueReader values, Taker taker) {
        int number = sections.indexOf(section) + 1;
        try {
            List<Block> kept = passed.remove(number);
            if (kept != null) {
                for (Block block : kept) {
                    take(block, values, taker);
                }
            }
            while (next != 0 && next <= number) {
                Block block = nextBlock(number);
                if (block != null) {
                    take(block, values, taker);
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The next block if it is of this section; one of another section is kept for later. */
    private @Nullable Block nextBlock(int number) throws IOException {
        int owner = next;
        int group = in.readInt() - 1;
        int entries = in.readInt();
        int length = requireLength(in.readInt(), BLOCK_BYTES_MAX);
        Block block = null;
        if (group == VersionWriter.NO_GROUP || wanted.test(group)) {
            block = new Block(entries, readBytes(length));
        } else {
            in.skipNBytes(length);
        }
        next = in.readInt();
        if (block != null && owner != number) {
            passed.computeIfAbsent(owner, first -> new ArrayList<>()).add(block);
            return null;
        }
        return block;
    }

    private void take(Block block, ValueReader values, Taker taker) throws IOException {
        decoder = DecoderFactory.get().binaryDecoder(block.bytes, decoder);
        for (int i = 0; i < block.entries; i++) {
            Object value = values.read(decoder);
            if (value == null) {
                throw new CorruptSnapshotException("state version: an entry is null");
            }
            taker.take(value);
        }
    }

    private String readText() throws IOException {
        return new String(readBytes(requireLength(in.readInt(), TEXT_BYTES_MAX)), StandardCharsets.UTF_8);
    }

    private byte[] readBytes(int length) throws IOException {
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    private static int requireLength(int length, int max) {
        if (length < 0 || length > max) {
            throw new CorruptSnapshotException(
                    "state version: a length of at most %d expected, found %d".formatted(max, length));
        }
        return length;
    }

    private static RuntimeException failed(IOException e) {
        return e instanceof EOFException
                ? new CorruptSnapshotException("state version: it ends too early", e)
                : new UncheckedIOException(e);
    }
}
