package io.kintsugi.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.CountSink;

/** Jet's coat around {@link CountSink}. */
final class CountingSink extends AbstractProcessor {
    private final CountSink sink = new CountSink();

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        sink.accept((Bid) item);
        return true;
    }

    @Override
    public boolean complete() {
        sink.end();
        return true;
    }
}
