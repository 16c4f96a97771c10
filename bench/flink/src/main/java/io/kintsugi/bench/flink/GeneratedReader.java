package io.kintsugi.bench.flink;

import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.Records;
import io.kintsugi.bench.workload.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/** Emits one record a call, as Flink's own connectors do. Flink's task thread calls everything here. */
final class GeneratedReader<T> implements SourceReader<T, AssignedSplit> {
    private final Records<T> from;
    private final long records;
    private final List<Split<T>> splits = new ArrayList<>();
    private boolean noMoreSplits;
    private CompletableFuture<Void> available = new CompletableFuture<>();

    GeneratedReader(Records<T> from, long records) {
        this.from = from;
        this.records = records;
    }

    @Override
    public void start() {
        Meter.current().sourceStarted();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<T> output) {
        while (!splits.isEmpty() && splits.get(0).done()) {
            splits.remove(0);
        }
        if (splits.isEmpty()) {
            return noMoreSplits ? InputStatus.END_OF_INPUT : waitForSplits();
        }
        T value = splits.get(0).take();
        output.collect(value, from.timestampMs(value));
        return InputStatus.MORE_AVAILABLE;
    }

    private InputStatus waitForSplits() {
        available = new CompletableFuture<>();
        return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return available;
    }

    @Override
    public void addSplits(List<AssignedSplit> added) {
        added.forEach(split -> splits.add(new Split<>(from, split.id(), records, split.position())));
        available.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {
        noMoreSplits = true;
        available.complete(null);
    }

    @Override
    public List<AssignedSplit> snapshotState(long checkpointId) {
        return splits.stream()
                .map(split -> new AssignedSplit(split.id(), split.position()))
                .toList();
    }

    @Override
    public void close() {}
}
