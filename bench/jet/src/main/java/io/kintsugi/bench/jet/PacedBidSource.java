package io.kintsugi.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;
import io.kintsugi.bench.recovery.PacedSplit;
import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Split;
import org.jspecify.annotations.Nullable;

/** A cooperative source that emits each bid when it is due; one split a processor. */
final class PacedBidSource extends AbstractProcessor {
    private static final int BATCH_MAX = 1024;

    private PacedSplit split = PacedSplit.of(0);
    private @Nullable Bid pending;

    @Override
    protected void init(Context context) {
        if (context.totalParallelism() != Split.SPLITS) {
            throw new IllegalStateException("expected a processor a split, found " + context.totalParallelism());
        }
        split = PacedSplit.of(context.globalProcessorIndex());
    }

    @Override
    public boolean complete() {
        if (!emitPending()) {
            return false;
        }
        for (int i = 0; i < BATCH_MAX && !split.done() && split.waitNs() <= 0; i++) {
            pending = split.take();
            if (!emitPending()) {
                return false;
            }
        }
        return split.done();
    }

    private boolean emitPending() {
        if (pending != null && !tryEmit(pending)) {
            return false;
        }
        pending = null;
        return true;
    }

    @Override
    public boolean saveToSnapshot() {
        return emitPending() && tryEmitToSnapshot(BroadcastKey.broadcastKey(split.id()), split.position());
    }

    @Override
    protected void restoreFromSnapshot(Object key, Object value) {
        if (key.equals(BroadcastKey.broadcastKey(split.id()))) {
            split = PacedSplit.at(split.id(), (Long) value);
        }
    }
}
