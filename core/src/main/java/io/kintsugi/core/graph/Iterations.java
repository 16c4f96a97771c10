package io.kintsugi.core.graph;

import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.KeyedBroadcastProcessFunction;
import io.kintsugi.core.function.StatefulFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the steps of each iteration: what depends on its start and not on its end. */
final class Iterations {
    private final List<Loop> loops = new ArrayList<>();

    /** @param steps start and end among them, in the order of the graph */
    record Loop(Step start, Step end, StepKind.IterationEnd kind, Set<String> steps) {}

    /** @param all producers before consumers */
    static Iterations of(List<Step> all) {
        return new Iterations(all);
    }

    private Iterations(List<Step> all) {
        Map<String, Step> byName = new LinkedHashMap<>();
        all.forEach(step -> byName.put(step.name(), step));
        for (Step end : all) {
            if (end.kind() instanceof StepKind.IterationEnd kind) {
                Step start = byName.get(kind.start());
                if (start == null) {
                    throw new IllegalStateException(
                            "iteration '%s' has no start '%s'".formatted(end.name(), kind.start()));
                }
                loops.add(new Loop(start, end, kind, between(all, start.name(), end.name())));
            }
        }
    }

    private static Set<String> between(List<Step> all, String start, String end) {
        Set<String> behindEnd = new LinkedHashSet<>(List.of(end));
        Set<String> inside = new LinkedHashSet<>(List.of(start));
        for (Step step : all) {
            List<String> reads = step.inputs().stream().map(StepInput::from).toList();
            if (reads.stream().anyMatch(behindEnd::contains)) {
                behindEnd.add(step.name());
            } else if (reads.stream().anyMatch(inside::contains)) {
                inside.add(step.name());
            }
        }
        inside.add(end);
        return inside;
    }

    List<Loop> loops() {
        return loops;
    }

    /** Whether the step runs again in each superstep of an iteration. */
    boolean contain(Step step) {
        return loops.stream().anyMatch(loop -> loop.steps().contains(step.name()));
    }

    /** Whether the step stores its state behind each superstep: the records that go round, or what its function declares. */
    boolean keepState(Step step) {
        return contain(step) && (step.kind() instanceof StepKind.IterationEnd || declaresState(step));
    }

    private static boolean declaresState(Step step) {
        FunctionSupplier<? extends StatefulFunction> supplier = GraphValidation.supplier(step.kind());
        if (supplier == null || step.kind() instanceof StepKind.WindowStep) {
            return false;
        }
        StatefulFunction function = supplier.get();
        return !function.states().isEmpty()
                || (function instanceof KeyedBroadcastProcessFunction<?, ?, ?, ?> connected
                        && !connected.broadcastStates().isEmpty());
    }
}
