package io.kintsugi.worker.state;

import io.kintsugi.worker.schema.Codec;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a state version.
 *
 * <pre>
 * version = magic, format, subtask, parallelism, key groups, count, section*, block*, 0
 * section = step, name, kind, Avro schema of an entry
 * block   = number of the section from 1, key group + 1 or 0, entries, bytes, Avro data
 * </pre>
 *
 * All numbers have 32 bits, texts are UTF-8 behind their length. Blocks of a section come together; within it the blocks
 * of different key groups mix.
 */
final class VersionWriter {
    static final int MAGIC = 0x4b53_5456; // KSTV
    static final int FORMAT = 1;
    static final int NO_GROUP = -1;
    private static final int NONE = -2;

    private static final int BLOCK_BYTES_MAX = 1 << 16;
    private static final int BUFFERED_BYTES_MAX = 1 << 24;

    private final DataOutputStream out;
    private final int blockBytes;
    private final EntryEncoder encoder = new EntryEncoder();
    private final Block[] blocks;
    private int section;
    private int fullGroup = NONE;

    private static final class Block {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int entries;
    }

    VersionWriter(OutputStream out, SubtaskShare share) {
        this.out = new DataOutputStream(out);
        this.blockBytes = Math.min(BLOCK_BYTES_MAX, BUFFERED_BYTES_MAX / share.keyGroups());
        this.blocks = new Block[share.keyGroups() + 1];
    }

    void begin(SubtaskShare share, List<Section> sections) throws IOException {
        out.writeInt(MAGIC);
        out.writeInt(FORMAT);
        out.writeInt(share.subtask());
        out.writeInt(share.parallelism());
        out.writeInt(share.keyGroups());
        out.writeInt(sections.size());
        for (Section each : sections) {
            writeText(each.step());
            writeText(each.name());
            writeText(each.kind().name());
            writeText(each.schema().toString());
        }
    }

    /** The entries that follow belong to the next section. */
    void nextSection() {
        section++;
    }

    /** Adds an entry to its block, in memory only; {@link #flushFull} is called before the next one. */
    void add(int group, Object value, Codec codec) throws IOException {
        encoder.encode(value, codec);
        add(group, encoder.bytes(), 0, encoder.size());
    }

    /** The same with an entry that is Avro data already. */
    void add(int group, byte[] entry, int offset, int length) {
        Block block = blocks[group + 1];
        if (block == null) {
            block = new Block();
            blocks[group + 1] = block;
        }
        block.bytes.write(entry, offset, length);
        block.entries++;
        if (block.bytes.size() >= blockBytes) {
            fullGroup = group;
        }
    }

    /** Writes the block of the last entry if it is full. */
    void flushFull() throws IOException {
        Block block = fullGroup == NONE ? null : blocks[fullGroup + 1];
        if (block != null) {
            flush(fullGroup, block);
            fullGroup = NONE;
        }
    }

    void endSection() throws IOException {
        for (int i = 0; i < blocks.length; i++) {
            Block block = blocks[i];
            if (block != null && block.entries > 0) {
                flush(i - 1, block);
            }
        }
    }

    void end() throws IOException {
        out.writeInt(0);
        out.flush();
    }

    private void flush(int group, Block block) throws IOException {
        out.writeInt(section);
        out.writeInt(group + 1);
        out.writeInt(block.entries);
        out.writeInt(block.bytes.size());
        block.bytes.writeTo(out);
        block.bytes.reset();
        block.entries = 0;
    }

    private void writeText(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
