package io.kintsugi.bench.flink;

import io.kintsugi.bench.workload.Bid;
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

/** A source in Flink's current API (FLIP-27). Unbounded in name, so that Flink plans it as a stream. */
final class BidSource implements Source<Bid, BidSplit, List<BidSplit>> {
    private final long records;
    private final boolean paced;

    private BidSource(long records, boolean paced) {
        this.records = records;
        this.paced = paced;
    }

    /** As fast as it goes. */
    static BidSource of(long records) {
        return new BidSource(records, false);
    }

    /** Each bid when it is due, as many as the trial that is under way asks for. */
    static BidSource paced() {
        return new BidSource(0, true);
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Bid, BidSplit> createReader(SourceReaderContext context) {
        return paced ? new PacedBidReader() : new BidReader(records);
    }

    @Override
    public SplitEnumerator<BidSplit, List<BidSplit>> createEnumerator(SplitEnumeratorContext<BidSplit> context) {
        List<BidSplit> splits = new ArrayList<>();
        for (int id = 0; id < Split.SPLITS; id++) {
            splits.add(new BidSplit(id, id));
        }
        return new BidEnumerator(context, splits);
    }

    @Override
    public SplitEnumerator<BidSplit, List<BidSplit>> restoreEnumerator(
            SplitEnumeratorContext<BidSplit> context, List<BidSplit> unassigned) {
        return new BidEnumerator(context, unassigned);
    }

    @Override
    public SimpleVersionedSerializer<BidSplit> getSplitSerializer() {
        return new BidSplit.Codec();
    }

    @Override
    public SimpleVersionedSerializer<List<BidSplit>> getEnumeratorCheckpointSerializer() {
        return new BidSplit.ListCodec();
    }
}
