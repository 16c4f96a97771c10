package io.kintsugi.bench.flink;

import io.kintsugi.bench.recovery.Metric;
import io.kintsugi.bench.workload.Out;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Running count and sum of losses per key. */
@SuppressWarnings("NullAway.Init") // Flink calls open() before the first record.
final class Losses extends KeyedProcessFunction<Long, Metric, Out> {
    private transient ValueState<Out> states;

    @Override
    public void open(OpenContext context) {
        states = getRuntimeContext().getState(new ValueStateDescriptor<>("sums", Out.class));
    }

    @Override
    public void processElement(Metric metric, Context context, Collector<Out> out) throws Exception {
        Out state = states.value();
        if (state == null) {
            state = new Out(metric.key, 0, 0, 0);
        }
        state.count++;
        state.sum += metric.lossMillionths();
        states.update(state);
        out.collect(new Out(state.key, state.count, state.sum, metric.timestampMs));
    }
}
