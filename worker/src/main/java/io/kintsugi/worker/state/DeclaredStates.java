package io.kintsugi.worker.state;

import io.kintsugi.core.function.AggregatingStateSpec;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.ReducingStateSpec;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The tables of the states by key that a function declared. */
final class DeclaredStates {
    private final String step;
    private final TableSetting setting;
    private final Map<String, StateSpec> specs = new TreeMap<>();
    private final Map<String, Object> states = new TreeMap<>();
    private final List<KeyedTable<?>> tables = new ArrayList<>();
    private final List<KeyedPart> parts = new ArrayList<>();

    DeclaredStates(String step, List<? extends StateSpec> declared, TableSetting setting) {
        this.step = step;
        this.setting = setting;
        for (StateSpec spec : declared) {
            specs.put(spec.name(), spec);
            states.put(spec.name(), make(spec));
        }
    }

    /** All that have a current key. */
    List<KeyedTable<?>> tables() {
        return tables;
    }

    List<KeyedPart> parts() {
        return parts;
    }

    /** Throws {@link IllegalArgumentException} if the function did not declare this name with the same classes. */
    Object find(StateSpec asked) {
        return requireDeclared(step, asked, specs, states);
    }

    static <T> T requireDeclared(
            String step, StateSpec asked, Map<String, StateSpec> specs, Map<String, ? extends T> states) {
        StateSpec declared = specs.get(asked.name());
        T state = states.get(asked.name());
        if (declared == null || state == null || !describe(declared).equals(describe(asked))) {
            throw new IllegalArgumentException("step '%s': state '%s', %s, is not declared; states() declares %s"
                    .formatted(
                            step,
                            asked.name(),
                            describe(asked),
                            specs.values().stream()
                                    .map(spec -> "'" + spec.name() + "', " + describe(spec))
                                    .toList()));
        }
        return state;
    }

    /** Kind and classes; functions and times may differ from one look at a spec to the next. */
    private static String describe(StateSpec spec) {
        if (spec instanceof ValueStateSpec<?> value) {
            return "a value of " + value.type().getName();
        }
        if (spec instanceof ListStateSpec<?> list) {
            return "a list of " + list.type().getName();
        }
        if (spec instanceof MapStateSpec<?, ?> map) {
            return "a map of %s to %s"
                    .formatted(map.keyType().getName(), map.valueType().getName());
        }
        return spec instanceof ReducingStateSpec<?> reducing
                ? "reduced to " + reducing.type().getName()
                : "aggregated in "
                        + ((AggregatingStateSpec<?, ?, ?>) spec).type().getName();
    }

    private Object make(StateSpec spec) {
        if (spec instanceof ValueStateSpec<?> value) {
            return valueTable(value);
        }
        if (spec instanceof ListStateSpec<?> list) {
            return listTable(list);
        }
        if (spec instanceof MapStateSpec<?, ?> map) {
            return mapTable(map);
        }
        return spec instanceof ReducingStateSpec<?> reducing
                ? reducingTable(reducing)
                : aggregatingTable((AggregatingStateSpec<?, ?, ?>) spec);
    }

    private <S> ValueTable<S> valueTable(ValueStateSpec<S> spec) {
        KeyedTable<S> table = new KeyedTable<>(spec.name(), setting.keeping(setting.copier(spec.type()), spec.ttl()));
        return added(new ValueTable<>(spec, table), table);
    }

    private <E> ListTable<E> listTable(ListStateSpec<E> spec) {
        UnaryOperator<E> copier = setting.copier(spec.type());
        KeyedTable<Elements<E>> table =
                new KeyedTable<>(spec.name(), setting.keeping(elements -> elements.copy(copier), spec.ttl()));
        return added(new ListTable<>(spec, table), table);
    }

    private <K, V> MapTable<K, V> mapTable(MapStateSpec<K, V> spec) {
        MapTable<K, V> made = new MapTable<>(spec, setting);
        return added(made, made.table());
    }

    private <T> ReducingTable<T> reducingTable(ReducingStateSpec<T> spec) {
        return new ReducingTable<>(spec, valueTable(new ValueStateSpec<>(spec.name(), spec.type(), spec.ttl())));
    }

    private <T, A, V> AggregatingTable<T, A, V> aggregatingTable(AggregatingStateSpec<T, A, V> spec) {
        return new AggregatingTable<>(spec, valueTable(new ValueStateSpec<>(spec.name(), spec.type(), spec.ttl())));
    }

    private <P extends KeyedPart> P added(P part, KeyedTable<?> table) {
        parts.add(part);
        tables.add(table);
        return part;
    }
}
