package io.kintsugi.core.api;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.List;

/** Counts the records of each key. */
final class Count implements KeyedProcessFunction<Long, Long, Long> {
    private static final ValueStateSpec<Long> COUNT = ValueStateSpec.of("count", Long.class);

    private final List<ValueStateSpec<?>> states;

    Count() {
        this(COUNT);
    }

    Count(ValueStateSpec<?>... states) {
        this.states = List.of(states);
    }

    @Override
    public List<ValueStateSpec<?>> states() {
        return states;
    }

    @Override
    public void process(Long key, Long value, ProcessContext context, Output<Long> out) {
        out.emit(key);
    }
}
