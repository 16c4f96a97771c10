package io.kintsugi.bench.flink;

import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Out;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Running count and sum of prices per auction. The state is changed in place, which the heap backend allows. */
@SuppressWarnings("NullAway.Init") // Flink calls open() before the first record.
final class RunningSum extends KeyedProcessFunction<Long, Bid, Out> {
    private transient ValueState<Out> states;

    @Override
    public void open(OpenContext context) {
        states = getRuntimeContext().getState(new ValueStateDescriptor<>("running", Out.class));
    }

    @Override
    public void processElement(Bid bid, Context context, Collector<Out> out) throws Exception {
        Out state = states.value();
        if (state == null) {
            state = new Out(bid.auction, 0, 0, 0);
        }
        state.count++;
        state.sum += bid.price;
        states.update(state);
        out.collect(new Out(state.key, state.count, state.sum, bid.timestampMs));
    }
}
