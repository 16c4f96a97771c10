package io.kintsugi.worker.disk;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Reads several sorted runs as one; of equal records that of the earlier run comes first. */
final class RunMerge implements SortedRecords {
    private final List<Cursor> all = new ArrayList<>();
    private final PriorityQueue<Cursor> open = new PriorityQueue<>(
            Comparator.comparing(Cursor::record, SortedRecord::compareTo).thenComparingInt(cursor -> cursor.index));

    private RunMerge() {}

    /** @param runs oldest first */
    static RunMerge of(List<Path> runs) {
        RunMerge merge = new RunMerge();
        for (Path run : runs) {
            merge.add(run);
        }
        return merge;
    }

    private void add(Path run) {
        Cursor cursor = new Cursor(run, all.size());
        all.add(cursor);
        if (cursor.advance()) {
            open.add(cursor);
        }
    }

    @Override
    public @Nullable SortedRecord next() {
        Cursor first = open.poll();
        if (first == null) {
            return null;
        }
        SortedRecord record = first.record();
        if (first.advance()) {
            open.add(first);
        }
        return record;
    }

    @Override
    public void close() {
        all.forEach(Cursor::close);
    }

    /** A run and its next record. */
    private static final class Cursor {
        private final Path path;
        private final int index;
        private final DataInputStream in;
        private @Nullable SortedRecord record;

        Cursor(Path path, int index) {
            this.path = path;
            this.index = index;
            try {
                in = new DataInputStream(new BlockInput(path));
            } catch (IOException e) {
                throw unreadable(e);
            }
        }

        SortedRecord record() {
            if (record == null) {
                throw new IllegalStateException("behind the end of " + path);
            }
            return record;
        }

        /** False at the end. */
        boolean advance() {
            try {
                int length = in.readInt();
                if (length == RunOutput.END) {
                    record = null;
                    return false;
                }
                int hash = in.readInt();
                long timestamp = in.readLong();
                int port = in.readByte();
                byte[] bytes = new byte[length];
                in.readFully(bytes);
                record = new SortedRecord(hash, timestamp, port, bytes);
                return true;
            } catch (IOException e) {
                throw unreadable(e);
            }
        }

        void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw unreadable(e);
            }
        }

        private UncheckedIOException unreadable(IOException cause) {
            return new UncheckedIOException("the sorted run %s cannot be read".formatted(path), cause);
        }
    }
}
