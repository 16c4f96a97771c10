package io.kintsugi.worker.state;

import io.kintsugi.core.function.ReducingState;
import io.kintsugi.core.function.ReducingStateSpec;
import org.jspecify.annotations.Nullable;

/** State of one value for each key that others are reduced to; kept as a value. */
record ReducingTable<T>(ReducingStateSpec<T> spec, ValueTable<T> values) implements ReducingState<T> {
    @Override
    public @Nullable T get() {
        return values.get();
    }

    @Override
    public void add(T value) throws Exception {
        T before = values.get();
        values.set(before == null ? value : spec.reduce().reduce(before, value));
    }

    @Override
    public void clear() {
        values.clear();
    }
}
