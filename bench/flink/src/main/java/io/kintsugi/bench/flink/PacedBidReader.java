package io.kintsugi.bench.flink;

import io.kintsugi.bench.recovery.PacedSplit;
import io.kintsugi.bench.workload.Bid;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/** Emits each bid when it is due. Flink's task thread calls everything here. */
final class PacedBidReader implements SourceReader<Bid, AssignedSplit> {
    /** Finer waiting would cost more than it brings. */
    private static final long WAIT_NS_MIN = 200_000;

    private final List<PacedSplit> splits = new ArrayList<>();
    private boolean noMoreSplits;
    private CompletableFuture<Void> available = new CompletableFuture<>();

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<Bid> output) {
        while (!splits.isEmpty() && splits.get(0).done()) {
            splits.remove(0);
        }
        if (splits.isEmpty()) {
            return noMoreSplits ? InputStatus.END_OF_INPUT : waitFor(new CompletableFuture<>());
        }
        long waitNs = splits.get(0).waitNs();
        if (waitNs > 0) {
            return waitFor(new CompletableFuture<Void>()
                    .completeOnTimeout(null, Math.max(WAIT_NS_MIN, waitNs), TimeUnit.NANOSECONDS));
        }
        Bid bid = splits.get(0).take();
        output.collect(bid, bid.timestampMs);
        return InputStatus.MORE_AVAILABLE;
    }

    private InputStatus waitFor(CompletableFuture<Void> future) {
        available = future;
        return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return available;
    }

    @Override
    public void addSplits(List<AssignedSplit> added) {
        added.forEach(split -> splits.add(PacedSplit.at(split.id(), split.position())));
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
