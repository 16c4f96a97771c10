package io.kintsugi.bench.kintsugi;

import io.kintsugi.bench.workload.Bid;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;

/** The step of B2: in batch mode the records of a range come to it in order of time. */
final class PassOn implements KeyedProcessFunction<Integer, Bid, Bid> {
    @Override
    public void process(Integer range, Bid bid, ProcessContext context, Output<Bid> out) {
        out.emit(bid);
    }
}
