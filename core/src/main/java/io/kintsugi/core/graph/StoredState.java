package io.kintsugi.core.graph;

import io.kintsugi.core.function.AggregateFunction;
import io.kintsugi.core.function.AggregatingStateSpec;
import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.ReducingStateSpec;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.StatefulFunction;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.type.FunctionTypes;
import io.kintsugi.core.type.RecordType;
import io.kintsugi.core.type.StoredTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the classes of a step's state, and says which of them cannot be stored: before it runs. */
final class StoredState {
    private final JobGraph graph;
    private final Step step;
    private final List<String> problems = new ArrayList<>();

    private StoredState(JobGraph graph, Step step) {
        this.graph = graph;
        this.step = step;
    }

    /** One sentence for each class that is not known or cannot be stored, of all steps whose state is stored. */
    static List<String> problems(JobGraph graph) {
        List<String> all = new ArrayList<>();
        for (Step step : graph.steps()) {
            if (isStored(graph, step)) {
                StoredState state = new StoredState(graph, step);
                state.types();
                state.checkStates();
                all.addAll(state.problems);
            }
        }
        return all;
    }

    /** At checkpoints, or behind each superstep of an iteration. */
    private static boolean isStored(JobGraph graph, Step step) {
        return graph.checkpointing().isPresent() || graph.iterations().keepState(step);
    }

    /** What the steps of a chain keep; nothing where it is not stored. In an iteration only the first step keeps something. */
    static PlanVertex.State of(JobGraph graph, List<Step> chain) {
        if (!isStored(graph, chain.get(0))) {
            return new PlanVertex.State(null, false, false);
        }
        List<ListStateSpec<?>> lists = new ArrayList<>();
        for (Step step : chain) {
            if (!step.isKeyed()) { // Its states are lists, or the job would not be valid.
                new StoredState(graph, step).states().forEach(spec -> lists.add((ListStateSpec<?>) spec));
            }
        }
        return new PlanVertex.State(
                new StoredState(graph, chain.get(0)).types(),
                !lists.isEmpty(),
                lists.stream().anyMatch(ListStateSpec::shared));
    }

    private @Nullable KeyedTypes types() {
        if (!step.isKeyed()) {
            return null;
        }
        RecordType key = require(
                "its key",
                step.inputs().stream()
                        .flatMap(input -> Optional.ofNullable(input.keyType()).stream())
                        .findFirst()
                        .map(RecordType::of),
                "give keyBy(...) a method reference, or a lambda that returns one class");
        return new KeyedTypes(key, kept());
    }

    private List<RecordType> kept() {
        if (step.kind() instanceof StepKind.IntervalJoinStep) {
            return List.of(records(0), records(1));
        }
        if (!(step.kind() instanceof StepKind.WindowStep window)) {
            return List.of();
        }
        if (window.contents() instanceof WindowContents.Aggregate aggregate) {
            return List.of(require(
                    "the accumulator of its windows",
                    FunctionTypes.argument(aggregate.aggregate(), AggregateFunction.class, 1),
                    "make the AggregateFunction a class that names it"));
        }
        return window.contents() instanceof WindowContents.Join ? List.of(records(0), records(1)) : List.of(records(0));
    }

    private RecordType records(int port) {
        return require(
                "a record that it keeps",
                step.inputs().stream()
                        .filter(input -> input.port() == port)
                        .flatMap(input -> graph.step(input.from()).map(input::recordType).stream())
                        .findFirst(),
                "add .outputType(...) to the step before");
    }

    private RecordType require(String what, Optional<RecordType> found, String advice) {
        if (found.isEmpty()) {
            add("the class of %s is not known, and it has to be stored: %s".formatted(what, advice));
            return RecordType.of(String.class);
        }
        check(what, found.get());
        return found.get();
    }

    private void check(String what, RecordType type) {
        for (String problem : StoredTypes.problems(type)) {
            add("%s, of %s, cannot be stored: %s".formatted(what, type.type().getName(), problem));
        }
    }

    private void checkStates() {
        for (StateSpec spec : states()) {
            for (Class<?> type : types(spec)) {
                check("state '" + spec.name() + "'", RecordType.of(type));
            }
        }
    }

    private List<? extends StateSpec> states() {
        FunctionSupplier<? extends StatefulFunction> supplier = GraphValidation.supplier(step.kind());
        return supplier == null ? List.of() : supplier.get().states();
    }

    private static List<Class<?>> types(StateSpec spec) {
        if (spec instanceof ValueStateSpec<?> value) {
            return List.of(value.type());
        }
        if (spec instanceof ListStateSpec<?> list) {
            return List.of(list.type());
        }
        if (spec instanceof MapStateSpec<?, ?> map) {
            return List.of(map.keyType(), map.valueType());
        }
        return spec instanceof ReducingStateSpec<?> reducing
                ? List.of(reducing.type())
                : List.of(((AggregatingStateSpec<?, ?, ?>) spec).type());
    }

    private void add(String problem) {
        problems.add("step '" + step.name() + "': " + problem);
    }
}
