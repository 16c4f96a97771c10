package io.kintsugi.worker.state;

import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import org.jspecify.annotations.Nullable;

/** State of one value for each key. */
record ValueTable<S>(ValueStateSpec<S> spec, KeyedTable<S> table) implements ValueState<S> {
    ValueTable(ValueStateSpec<S> spec, int groupCount) {
        this(spec, new KeyedTable<>(spec.name(), groupCount));
    }

    @Override
    public @Nullable S get() {
        return table.get();
    }

    @Override
    public void set(S value) {
        table.set(value);
    }

    @Override
    public void clear() {
        table.remove();
    }

    void visit(int group, StateVisitor visitor) {
        table.forEach(group, (key, value) -> visitor.value(spec.name(), key, value));
    }
}
