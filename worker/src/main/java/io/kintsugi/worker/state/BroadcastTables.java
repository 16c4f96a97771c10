package io.kintsugi.worker.state;

import io.kintsugi.core.function.BroadcastState;
import io.kintsugi.core.function.BroadcastStateSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All broadcast state of one step in one subtask. */
public final class BroadcastTables {
    private final String step;
    private final Map<String, Table<?, ?>> tables = new TreeMap<>();
    private boolean writable;

    /** @param specs what the step declared; names are unique */
    public BroadcastTables(String step, List<BroadcastStateSpec<?, ?>> specs) {
        this.step = step;
        specs.forEach(spec -> tables.put(spec.name(), new Table<>(spec)));
    }

    /** Whether a broadcast record is being processed. */
    public void writable(boolean now) {
        writable = now;
    }

    /** Throws {@link IllegalArgumentException} for a spec that the step did not declare. */
    @SuppressWarnings("unchecked") // The table was made from an equal spec, classes included.
    public <X, Y> BroadcastState<X, Y> table(BroadcastStateSpec<X, Y> spec) {
        Table<?, ?> table = tables.get(spec.name());
        if (table == null || !table.spec.equals(spec)) {
            throw new IllegalArgumentException(
                    "step '%s': broadcast state '%s' is not declared; broadcastStates() declares %s"
                            .formatted(step, spec.name(), tables.keySet()));
        }
        return (BroadcastState<X, Y>) table;
    }

    /** Shows each entry with the name of its state, in the order in which a broadcast record first set it. */
    public void visit(Visitor visitor) {
        tables.forEach((name, table) -> table.values.forEach((key, value) -> visitor.entry(name, key, value)));
    }

    /** Keys and values are the live ones: to be read, not kept. */
    public interface Visitor {
        void entry(String state, Object key, Object value);
    }

    private final class Table<X, Y> implements BroadcastState<X, Y> {
        private final BroadcastStateSpec<X, Y> spec;
        private final Map<X, Y> values = new LinkedHashMap<>();

        Table(BroadcastStateSpec<X, Y> spec) {
            this.spec = spec;
        }

        @Override
        public @Nullable Y get(X key) {
            return values.get(key);
        }

        @Override
        public void put(X key, Y value) {
            requireWritable();
            values.put(key, value);
        }

        @Override
        public void remove(X key) {
            requireWritable();
            values.remove(key);
        }

        @Override
        public Set<X> keys() {
            return Collections.unmodifiableSet(values.keySet());
        }

        private void requireWritable() {
            if (!writable) {
                throw new IllegalStateException(("step '%s': broadcast state '%s' was changed outside of"
                                + " processBroadcast, where other subtasks would not see it")
                        .formatted(step, spec.name()));
            }
        }
    }
}
