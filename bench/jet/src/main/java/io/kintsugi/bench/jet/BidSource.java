package io.kintsugi.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.Split;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cooperative source: emits until the outbox is full, at most a batch of each split a call. */
final class BidSource extends AbstractProcessor {
    private static final int BATCH_MAX = 1024;

    private final long records;
    private final List<Split<Bid>> splits = new ArrayList<>();
    private @Nullable Bid pending;
    private boolean started;

    BidSource(long records) {
        this.records = records;
    }

    @Override
    protected void init(Context context) {
        for (int id = 0; id < Split.SPLITS; id++) {
            if (id % context.totalParallelism() == context.globalProcessorIndex()) {
                splits.add(Split.ofBids(id, records));
            }
        }
    }

    @Override
    public boolean complete() {
        if (!started) {
            started = true;
            Meter.current().sourceStarted();
        }
        if (pending != null) {
            if (!tryEmit(pending)) {
                return false;
            }
            pending = null;
        }
        boolean done = true;
        for (Split<Bid> split : splits) {
            if (!emitBatch(split)) {
                return false;
            }
            done &= split.done();
        }
        return done;
    }

    /** Whether the outbox took all of it. */
    private boolean emitBatch(Split<Bid> split) {
        for (int i = 0; i < BATCH_MAX && !split.done(); i++) {
            Bid bid = split.take();
            if (!tryEmit(bid)) {
                pending = bid;
                return false;
            }
        }
        return true;
    }
}
