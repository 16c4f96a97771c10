package io.kintsugi.connectors;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import java.util.ArrayList;
import java.util.List;

/** Opens a reader and calls it the way a task does. */
public final class ReaderProbe<T, P> implements SourceOutput<T>, AutoCloseable {
    private final SourceReader<T, P> reader;
    private final List<T> records = new ArrayList<>();

    private ReaderProbe(SourceReader<T, P> reader) {
        this.reader = reader;
    }

    public static <T, P> ReaderProbe<T, P> open(Source<T, P> source, Subtask subtask) throws Exception {
        SourceReader<T, P> reader = source.reader(subtask);
        reader.open();
        return new ReaderProbe<>(reader);
    }

    public static <T, P> ReaderProbe<T, P> openAt(P position, Source<T, P> source, Subtask subtask) throws Exception {
        SourceReader<T, P> reader = source.reader(subtask);
        reader.seek(position);
        reader.open();
        return new ReaderProbe<>(reader);
    }

    /** All that is left, read {@code limit} at a time; fails when the reader does not end by itself. */
    public List<T> rest(int limit) throws Exception {
        int before = records.size();
        int calls = 0;
        while (reader.read(this, limit, 0) != ReadStatus.END) {
            if (++calls > 1_000_000) {
                throw new AssertionError("the reader does not end; it emitted " + records.size() + " records");
            }
        }
        return List.copyOf(records.subList(before, records.size()));
    }

    public ReadStatus read(int limit, long nowNs) throws Exception {
        return reader.read(this, limit, nowNs);
    }

    public List<T> records() {
        return records;
    }

    public P position() {
        return reader.position();
    }

    @Override
    public void emit(T value) {
        records.add(value);
    }

    @Override
    public void emit(T value, long timestamp) {
        records.add(value);
    }

    @Override
    public void send(Object event) {
        throw new AssertionError("no source of ours sends events: " + event);
    }

    @Override
    public void close() throws Exception {
        reader.close();
    }
}
