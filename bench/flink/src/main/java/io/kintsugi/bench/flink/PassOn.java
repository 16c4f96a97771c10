package io.kintsugi.bench.flink;

import io.kintsugi.bench.workload.Bid;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** The step of B2: in batch mode the records of a range come to it in order of time. */
final class PassOn extends KeyedProcessFunction<Integer, Bid, Bid> {
    @Override
    public void processElement(Bid bid, Context context, Collector<Bid> out) {
        out.collect(bid);
    }
}
