package io.kintsugi.bench.flink;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.jspecify.annotations.Nullable;

/** Gives reader i the splits whose id is i modulo the number of readers. */
final class SplitAssigner implements SplitEnumerator<AssignedSplit, List<AssignedSplit>> {
    private final SplitEnumeratorContext<AssignedSplit> context;
    private final List<AssignedSplit> unassigned;

    SplitAssigner(SplitEnumeratorContext<AssignedSplit> context, List<AssignedSplit> unassigned) {
        this.context = context;
        this.unassigned = new ArrayList<>(unassigned);
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtask, @Nullable String requesterHostname) {}

    @Override
    public void addSplitsBack(List<AssignedSplit> splits, int subtask) {
        unassigned.addAll(splits);
        if (context.registeredReaders().containsKey(subtask)) {
            addReader(subtask);
        }
    }

    @Override
    public void addReader(int subtask) {
        for (Iterator<AssignedSplit> splits = unassigned.iterator(); splits.hasNext(); ) {
            AssignedSplit split = splits.next();
            if (split.id() % context.currentParallelism() == subtask) {
                context.assignSplit(split, subtask);
                splits.remove();
            }
        }
        context.signalNoMoreSplits(subtask);
    }

    @Override
    public List<AssignedSplit> snapshotState(long checkpointId) {
        return List.copyOf(unassigned);
    }

    @Override
    public void close() {}
}
