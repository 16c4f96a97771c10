package io.kintsugi.bench.flink;

import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Records;
import io.kintsugi.bench.workload.Split;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.util.function.SerializableSupplier;

/** A source in Flink's current API (FLIP-27). */
final class GeneratedSource<T> implements Source<T, AssignedSplit, List<AssignedSplit>> {
    private final Boundedness boundedness;
    private final SerializableSupplier<SourceReader<T, AssignedSplit>> readers;

    private GeneratedSource(Boundedness boundedness, SerializableSupplier<SourceReader<T, AssignedSplit>> readers) {
        this.boundedness = boundedness;
        this.readers = readers;
    }

    /** As fast as it goes. Unbounded in name, so that Flink plans it as a stream. */
    static <T> GeneratedSource<T> stream(Records<T> from, long records) {
        return new GeneratedSource<>(Boundedness.CONTINUOUS_UNBOUNDED, () -> new GeneratedReader<>(from, records));
    }

    /** The same for batch mode. */
    static <T> GeneratedSource<T> batch(Records<T> from, long records) {
        return new GeneratedSource<>(Boundedness.BOUNDED, () -> new GeneratedReader<>(from, records));
    }

    /** Each bid when it is due, as many as the trial that is under way asks for. */
    static GeneratedSource<Bid> paced() {
        return new GeneratedSource<>(Boundedness.CONTINUOUS_UNBOUNDED, PacedBidReader::new);
    }

    @Override
    public Boundedness getBoundedness() {
        return boundedness;
    }

    @Override
    public SourceReader<T, AssignedSplit> createReader(SourceReaderContext context) {
        return readers.get();
    }

    @Override
    public SplitEnumerator<AssignedSplit, List<AssignedSplit>> createEnumerator(
            SplitEnumeratorContext<AssignedSplit> context) {
        List<AssignedSplit> splits = new ArrayList<>();
        for (int id = 0; id < Split.SPLITS; id++) {
            splits.add(new AssignedSplit(id, id));
        }
        return new SplitAssigner(context, splits);
    }

    @Override
    public SplitEnumerator<AssignedSplit, List<AssignedSplit>> restoreEnumerator(
            SplitEnumeratorContext<AssignedSplit> context, List<AssignedSplit> unassigned) {
        return new SplitAssigner(context, unassigned);
    }

    @Override
    public SimpleVersionedSerializer<AssignedSplit> getSplitSerializer() {
        return new AssignedSplit.Codec();
    }

    @Override
    public SimpleVersionedSerializer<List<AssignedSplit>> getEnumeratorCheckpointSerializer() {
        return new AssignedSplit.ListCodec();
    }
}
