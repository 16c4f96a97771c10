package io.kintsugi.testkit;

import io.kintsugi.core.function.BroadcastContext;
import io.kintsugi.core.function.BroadcastStateSpec;
import io.kintsugi.core.function.KeyedBroadcastProcessFunction;
import io.kintsugi.core.function.Output;
import java.util.List;

/** Passes every record of the keyed stream on. */
final class Marks implements KeyedBroadcastProcessFunction<Long, Long, Long, Long> {
    @Override
    public List<BroadcastStateSpec<?, ?>> broadcastStates() {
        return List.of();
    }

    @Override
    public void process(Long key, Long value, BroadcastContext context, Output<Long> out) {
        out.emit(value);
    }

    @Override
    public void processBroadcast(Long rule, BroadcastContext context, Output<Long> out) {}
}
