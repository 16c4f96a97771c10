package io.kintsugi.worker.state;

import io.kintsugi.core.function.AggregatingState;
import io.kintsugi.core.function.AggregatingStateSpec;
import org.jspecify.annotations.Nullable;

/** State of one accumulator for each key; kept as a value. */
record AggregatingTable<T, A, V>(AggregatingStateSpec<T, A, V> spec, ValueTable<A> values)
        implements AggregatingState<T, V> {
    @Override
    public @Nullable V get() {
        A accumulator = values.get();
        return accumulator == null ? null : spec.aggregate().result(accumulator);
    }

    @Override
    public void add(T value) {
        A accumulator = values.get();
        values.set(spec.aggregate()
                .add(value, accumulator == null ? spec.aggregate().create() : accumulator));
    }

    @Override
    public void clear() {
        values.clear();
    }
}
