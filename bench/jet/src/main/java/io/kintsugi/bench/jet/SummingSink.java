package io.kintsugi.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import io.kintsugi.bench.workload.Out;
import io.kintsugi.bench.workload.SumsSink;

/** Jet's coat around {@link SumsSink}. */
final class SummingSink extends AbstractProcessor {
    private final SumsSink sink = new SumsSink();

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        sink.accept((Out) item);
        return true;
    }

    @Override
    public boolean complete() {
        sink.end();
        return true;
    }
}
