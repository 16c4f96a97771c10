package io.kintsugi.worker.disk;

import io.kintsugi.core.element.Batch;
import io.kintsugi.worker.exchange.GroupSort;
import io.kintsugi.worker.net.EncodedParcel;
import io.kintsugi.worker.net.RecordCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts encoded records in the memory that it is given; what is more goes to disk as sorted runs, which are merged, at most
 * {@link #MERGE_WIDTH} at a time. Stable.
 *
 * <p>Algorithm: external merge sort (Knuth 3, 5.4).
 */
final class ExternalSort implements GroupSort {
    /** Each run that is merged takes a block of memory. */
    static final int MERGE_WIDTH = 64;

    private final Setting setting;
    private final Batch one = new Batch(1);
    private final List<Path> runs = new ArrayList<>();
    private @Nullable SortBuffer buffer;
    private int runsMade;
    private @Nullable SortedRecords sorted;
    private @Nullable SortedRecord ahead;

    /**
     * @param runs the beginning of the names of the files
     * @param memoryBytes for encoded records and their order
     */
    record Setting(Path runs, RecordCodec codec, int memoryBytes, int batchRecords) {}

    ExternalSort(Setting setting) {
        this.setting = setting;
        this.buffer = new SortBuffer(setting.memoryBytes());
    }

    @Override
    public void add(Origin origin, Object value, long timestamp) {
        SortBuffer open = buffer;
        if (open == null) {
            throw new IllegalStateException("a record was added behind the first that was taken");
        }
        one.clear();
        one.add(value, timestamp);
        EncodedParcel parcel = setting.codec().encode(origin.edge(), one, 0);
        if (!open.add(origin, timestamp, parcel)) {
            spill(open);
            if (!open.add(origin, timestamp, parcel)) {
                throw new IllegalStateException(
                        "a record of %d bytes does not fit into %d bytes of memory for sorting: raise exchange.sort-bytes"
                                .formatted(parcel.length(), setting.memoryBytes()));
            }
        }
    }

    private void spill(SortBuffer full) {
        write(full.sorted());
        full.clear();
    }

    private void write(SortedRecords records) {
        Path path = newRun();
        try (RunOutput out = new RunOutput(path)) {
            for (SortedRecord record = records.next(); record != null; record = records.next()) {
                out.write(record);
            }
            out.finish();
        } catch (IOException e) {
            throw new UncheckedIOException("a sorted run cannot be written to " + path, e);
        }
        runs.add(path);
    }

    private Path newRun() {
        return setting.runs().resolveSibling(setting.runs().getFileName() + "-" + runsMade++);
    }

    @Override
    public @Nullable Run next() {
        SortedRecords from = sorted;
        if (from == null) {
            from = begin();
            sorted = from;
            ahead = from.next();
        }
        SortedRecord first = ahead;
        if (first == null) {
            return null;
        }
        Batch batch = new Batch(1);
        SortedRecord record = first;
        while (record != null && record.belongsTo(first) && batch.count() < setting.batchRecords()) {
            batch.add(open(record), record.timestamp());
            record = from.next();
        }
        ahead = record;
        return new Run(first.hash(), first.port(), first.timestamp(), batch);
    }

    private Object open(SortedRecord record) {
        return new EncodedParcel(setting.codec(), record.bytes(), 0, record.bytes().length, 1)
                .open()
                .value(0);
    }

    private SortedRecords begin() {
        SortBuffer last = buffer;
        if (last == null) {
            return () -> null;
        }
        if (runs.isEmpty()) {
            return last.sorted();
        }
        spill(last);
        buffer = null;
        while (runs.size() > MERGE_WIDTH) {
            mergeSome();
        }
        return RunMerge.of(runs);
    }

    /** Neighbours, so that equal records keep their order. */
    private void mergeSome() {
        List<Path> oldest = List.copyOf(runs.subList(0, MERGE_WIDTH));
        RunMerge merge = RunMerge.of(oldest);
        write(merge);
        merge.close();
        Path merged = runs.remove(runs.size() - 1);
        runs.subList(0, MERGE_WIDTH).clear();
        runs.add(0, merged);
        oldest.forEach(ExternalSort::delete);
    }

    @Override
    public void close() {
        buffer = null;
        if (sorted != null) {
            sorted.close();
        }
        sorted = () -> null;
        ahead = null;
        runs.forEach(ExternalSort::delete);
        runs.clear();
    }

    /** How many runs are on disk now. */
    int runs() {
        return runs.size();
    }

    private static void delete(Path run) {
        try {
            Files.deleteIfExists(run);
        } catch (IOException e) {
            throw new UncheckedIOException("the sorted run %s cannot be deleted".formatted(run), e);
        }
    }
}
