package io.kintsugi.bench.kintsugi;

import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Out;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.List;

/** The step of W2: count and sum of each auction, one result a bid. */
final class RunningSums implements KeyedProcessFunction<Long, Bid, Out> {
    private static final ValueStateSpec<Out> SUMS = ValueStateSpec.of("sums", Out.class);

    private ValueState<Out> sums;

    @Override
    public List<ValueStateSpec<?>> states() {
        return List.of(SUMS);
    }

    @Override
    public void open(ProcessContext context) {
        sums = context.state(SUMS);
    }

    @Override
    public void process(Long auction, Bid bid, ProcessContext context, Output<Out> out) {
        Out total = sums.get();
        if (total == null) {
            total = new Out(auction, 0, 0, 0);
        }
        total.count++;
        total.sum += bid.price;
        sums.set(total);
        out.emit(new Out(auction, total.count, total.sum, bid.timestampMs));
    }
}
