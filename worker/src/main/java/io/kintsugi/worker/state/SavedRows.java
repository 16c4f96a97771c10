package io.kintsugi.worker.state;

import io.kintsugi.worker.schema.RowCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a capture had not read yet when the task was about to change them, as they were.
 *
 * <pre>
 * task: save ─▶ filled chunk ─▶ writing thread: take, while it reads the rest, and takeAll, when it has read it
 * chunk = (key group, length, Avro data)*
 * </pre>
 *
 * They are encoded by the task, which costs it about as much as a copy. But a copy would be an object that stays, one for each
 * key that is changed, and to move those takes a garbage collector longer than anything else that a capture asks for. A
 * chunk is soon empty and used again. All chunks together hold no more than the part does when it is written.
 */
final class SavedRows implements KeyedPart.RowVisitor {
    private static final int CHUNK_BYTES = 1 << 16;
    private static final int ROW_HEADER_BYTES = 2 * Integer.BYTES;

    private final GroupRange range;
    private final RowCodec codec;
    private final EntryEncoder encoder = new EntryEncoder();
    // Both are guarded by themselves: chunks go from the task to the writing thread, and back.
    private final Deque<ByteBuffer> filled = new ArrayDeque<>();
    private final Deque<ByteBuffer> empty = new ArrayDeque<>();
    private ByteBuffer filling = ByteBuffer.allocate(0);
    private volatile @Nullable Throwable failure;

    SavedRows(GroupRange range, RowCodec codec) {
        this.range = range;
        this.codec = codec;
    }

    /** Called by the task's thread. What cannot be encoded fails the capture, and not the task. */
    @Override
    public void visit(Object key, @Nullable Object... row) {
        if (failure != null) {
            return;
        }
        try {
            encoder.encode(row, codec);
            save(range.groupOf(key));
        } catch (IOException | RuntimeException | StackOverflowError e) {
            failure = e;
        }
    }

    private void save(int group) {
        int needed = ROW_HEADER_BYTES + encoder.size();
        if (filling.remaining() < needed) {
            if (filling.position() > 0) {
                put(filling.flip(), filled);
            }
            ByteBuffer used = poll(empty);
            filling = used != null && used.capacity() >= needed
                    ? used.clear()
                    : ByteBuffer.allocate(Math.max(CHUNK_BYTES, needed));
        }
        filling.putInt(group).putInt(encoder.size()).put(encoder.bytes(), 0, encoder.size());
    }

    /** Writes what is there, but for the chunk that is being filled. */
    void take(VersionWriter out) throws IOException {
        for (ByteBuffer chunk = poll(filled); chunk != null; chunk = poll(filled)) {
            write(chunk, out);
            put(chunk, empty);
        }
    }

    private static void put(ByteBuffer chunk, Deque<ByteBuffer> chunks) {
        synchronized (chunks) {
            chunks.add(chunk);
        }
    }

    private static @Nullable ByteBuffer poll(Deque<ByteBuffer> chunks) {
        synchronized (chunks) {
            return chunks.poll();
        }
    }

    /** Writes the rest: the capture has read everything else, so no row is saved any more. */
    void takeAll(VersionWriter out) throws IOException {
        take(out);
        write(filling.flip(), out);
        Throwable found = failure;
        if (found instanceof StackOverflowError overflow) {
            throw overflow;
        } else if (found != null) {
            throw new IllegalStateException(found.getMessage(), found);
        }
    }

    private static void write(ByteBuffer chunk, VersionWriter out) throws IOException {
        while (chunk.hasRemaining()) {
            int group = chunk.getInt();
            int length = chunk.getInt();
            out.add(group, chunk.array(), chunk.arrayOffset() + chunk.position(), length);
            out.flushFull();
            chunk.position(chunk.position() + length);
        }
    }
}
