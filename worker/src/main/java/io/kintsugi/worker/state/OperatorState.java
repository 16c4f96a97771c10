package io.kintsugi.worker.state;

import io.kintsugi.core.function.AggregatingState;
import io.kintsugi.core.function.AggregatingStateSpec;
import io.kintsugi.core.function.BroadcastState;
import io.kintsugi.core.function.BroadcastStateSpec;
import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.MapState;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.ReducingState;
import io.kintsugi.core.function.ReducingStateSpec;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** The lists that a step without keys keeps in one subtask. Used by the task's thread. */
public final class OperatorState implements StepState {
    private final String step;
    private final Map<String, StateSpec> specs = new TreeMap<>();
    private final Map<String, OperatorList<?>> lists = new TreeMap<>();
    private final BooleanSupplier there;

    /**
     * @param declared lists only: others were refused when the job was built
     * @param there whether it is known which subtask this is; before that the lists cannot be used
     */
    public OperatorState(String step, List<? extends StateSpec> declared, BooleanSupplier there) {
        this.step = step;
        this.there = there;
        for (StateSpec spec : declared) {
            specs.put(spec.name(), spec);
            if (spec instanceof ListStateSpec<?> list) {
                lists.put(spec.name(), new OperatorList<>(list));
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked") // The list was made from an equal spec, class included.
    public <E> ListState<E> list(ListStateSpec<E> spec) {
        return (ListState<E>) DeclaredStates.<OperatorList<?>>requireDeclared(step, spec, specs, lists);
    }

    @Override
    public <S> ValueState<S> value(ValueStateSpec<S> spec) {
        throw needsKeys(spec);
    }

    @Override
    public <K, V> MapState<K, V> map(MapStateSpec<K, V> spec) {
        throw needsKeys(spec);
    }

    @Override
    public <T> ReducingState<T> reducing(ReducingStateSpec<T> spec) {
        throw needsKeys(spec);
    }

    @Override
    public <T, A, V> AggregatingState<T, V> aggregating(AggregatingStateSpec<T, A, V> spec) {
        throw needsKeys(spec);
    }

    /** Only a step with keys can have a broadcast stream. */
    @Override
    public <X, Y> BroadcastState<X, Y> broadcast(BroadcastStateSpec<X, Y> spec) {
        throw new IllegalArgumentException(
                "step '%s': broadcast state '%s' is not declared".formatted(step, spec.name()));
    }

    private IllegalArgumentException needsKeys(StateSpec spec) {
        return new IllegalArgumentException(
                "step '%s': state '%s' is one for each key, but its input is not keyed: put keyBy(...) before it"
                        .formatted(step, spec.name()));
    }

    void capture(TaskCapture into) {
        lists.values().forEach(list -> into.values(step, list.spec.name(), list.spec.type(), list.elements));
    }

    void restore(TaskRestore from) {
        lists.values().forEach(list -> list.restore(from));
    }

    private final class OperatorList<E> implements ListState<E> {
        private final ListStateSpec<E> spec;
        private List<E> elements = new ArrayList<>();

        OperatorList(ListStateSpec<E> spec) {
            this.spec = spec;
        }

        void restore(TaskRestore from) {
            elements = new ArrayList<>(
                    spec.shared()
                            ? from.valuesOfAll(step, spec.name(), spec.type())
                            : from.values(step, spec.name(), spec.type()));
        }

        @Override
        public List<E> get() {
            requireThere();
            return Collections.unmodifiableList(elements);
        }

        @Override
        public void add(E element) {
            requireThere();
            elements.add(element);
        }

        @Override
        public void set(List<? extends E> replacement) {
            requireThere();
            elements = new ArrayList<>(replacement);
        }

        @Override
        public void clear() {
            requireThere();
            elements.clear();
        }

        private void requireThere() {
            if (!there.getAsBoolean()) {
                throw new IllegalStateException(
                        "step '%s' stands by: state '%s' is not there before begin(...), so do not use it in open(...)"
                                .formatted(step, spec.name()));
            }
        }
    }
}
