package io.kintsugi.worker.state;

import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All keyed state of one step in one subtask. */
public final class KeyedState {
    private final String step;
    private final Map<String, ValueTable<?>> tables = new TreeMap<>();
    private final ValueTable<?>[] all;

    /** @param specs what the step declared; names are unique */
    public KeyedState(String step, List<ValueStateSpec<?>> specs) {
        this.step = step;
        specs.forEach(spec -> tables.put(spec.name(), new ValueTable<>(spec)));
        all = tables.values().toArray(ValueTable<?>[]::new);
    }

    /** Makes {@code key} the one whose values are read and written. */
    public void key(Object key) {
        for (ValueTable<?> table : all) {
            table.key(key);
        }
    }

    /** Between records there is no key: state cannot be used. */
    public void noKey() {
        for (ValueTable<?> table : all) {
            table.noKey();
        }
    }

    /** Throws {@link IllegalArgumentException} for a spec that the step did not declare. */
    @SuppressWarnings("unchecked") // The table was made from an equal spec, class included.
    public <S> ValueState<S> value(ValueStateSpec<S> spec) {
        ValueTable<?> table = tables.get(spec.name());
        if (table == null || !table.spec().equals(spec)) {
            throw new IllegalArgumentException("step '%s': state '%s' of %s is not declared; states() declares %s"
                    .formatted(step, spec.name(), spec.type().getName(), tables.keySet()));
        }
        return (ValueState<S>) table;
    }
}
