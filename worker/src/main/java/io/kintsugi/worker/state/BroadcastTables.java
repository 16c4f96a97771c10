package io.kintsugi.worker.state;

import io.kintsugi.core.function.BroadcastState;
import io.kintsugi.core.function.BroadcastStateSpec;
import io.kintsugi.worker.schema.RowCodec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** All broadcast state of one step in one subtask. */
public final class BroadcastTables {
    private final String step;
    private final Map<String, Table<?, ?>> tables = new TreeMap<>();
    private final CopyOnWrite sharing;
    private boolean writable;

    /** @param specs what the step declared; names are unique */
    BroadcastTables(String step, List<BroadcastStateSpec<?, ?>> specs, TableSetting setting) {
        this.step = step;
        this.sharing = setting.sharing();
        specs.forEach(spec -> tables.put(spec.name(), table(spec, setting)));
    }

    private <X, Y> Table<X, Y> table(BroadcastStateSpec<X, Y> spec, TableSetting setting) {
        return new Table<>(spec, setting.copier(spec.valueType()));
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

    List<? extends KeyedPart> parts() {
        return List.copyOf(tables.values());
    }

    /** One map; small enough to be copied as a whole before the first change after a capture. */
    private final class Table<X, Y> implements BroadcastState<X, Y>, KeyedPart {
        private final BroadcastStateSpec<X, Y> spec;
        private final @Nullable UnaryOperator<Y> copier;
        private Map<X, Y> values = new LinkedHashMap<>();
        private ReadMark mark = new ReadMark();
        private int generation = sharing.generation();

        Table(BroadcastStateSpec<X, Y> spec, @Nullable UnaryOperator<Y> copier) {
            this.spec = spec;
            this.copier = copier;
        }

        @Override
        public @Nullable Y get(X key) {
            if (writable && copier != null) {
                own();
            }
            return values.get(key);
        }

        @Override
        public void put(X key, Y value) {
            requireWritable();
            own();
            values.put(key, value);
        }

        @Override
        public void remove(X key) {
            requireWritable();
            own();
            values.remove(key);
        }

        @Override
        public Set<X> keys() {
            return Collections.unmodifiableSet(values.keySet());
        }

        private void own() {
            int now = sharing.generation();
            if (generation != now && sharing.shared(generation, mark)) {
                Map<X, Y> copy = new LinkedHashMap<>();
                values.forEach((key, value) -> copy.put(key, copier == null ? value : copier.apply(value)));
                values = copy;
                mark = new ReadMark();
            }
            generation = now;
        }

        private void requireWritable() {
            if (!writable) {
                throw new IllegalStateException(("step '%s': broadcast state '%s' was changed outside of"
                                + " processBroadcast, where other subtasks would not see it")
                        .formatted(step, spec.name()));
            }
        }

        /** Not to be mixed up with a state by key: those have no colon. */
        @Override
        public String name() {
            return "broadcast:" + spec.name();
        }

        @Override
        public Section.Kind kind() {
            return Section.Kind.BROADCAST;
        }

        @Override
        public boolean keyed() {
            return false;
        }

        @Override
        public List<RowCodec.Column> columns(KeyedCodecs codecs) {
            return List.of(codecs.column("key", spec.keyType()), codecs.column("value", spec.valueType()));
        }

        @Override
        public Rows freeze() {
            Map<X, Y> frozen = values;
            ReadMark read = mark;
            int capture = sharing.generation();
            return visitor -> {
                for (Map.Entry<X, Y> entry : frozen.entrySet()) {
                    visitor.visit(entry.getKey(), entry.getKey(), entry.getValue());
                }
                read.set(capture);
            };
        }

        @Override
        public void restore(Row row) {
            values.put(spec.keyType().cast(row.key()), spec.valueType().cast(row.object(1)));
        }
    }
}
