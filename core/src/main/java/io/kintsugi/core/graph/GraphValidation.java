package io.kintsugi.core.graph;

import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.StatefulFunction;
import io.kintsugi.core.model.Nearest;
import io.kintsugi.core.window.GlobalWindows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds everything that keeps a job from running, so that a user sees all of it at once. */
final class GraphValidation {
    private final Map<String, Step> steps = new LinkedHashMap<>();
    private final Map<String, SideOutput<?>> sides = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final Set<String> timed;
    private final int keyGroups;

    private GraphValidation(Set<String> timed, int keyGroups) {
        this.timed = timed;
        this.keyGroups = keyGroups;
    }

    /** One sentence a problem; empty for a job that can run. */
    static List<String> problems(List<Step> steps, int keyGroups) {
        GraphValidation validation = new GraphValidation(TimedSteps.of(steps), keyGroups);
        validation.checkKeyGroups();
        validation.checkNames(steps);
        steps.forEach(validation::checkStep);
        validation.checkEnds();
        validation.checkOrder();
        return validation.problems;
    }

    private void checkKeyGroups() {
        if (keyGroups < 1 || keyGroups > KeyGroups.MAX) {
            problems.add(
                    "key groups: expected 1 to " + KeyGroups.MAX + ", found " + keyGroups + ": change keyGroups(...)");
        }
    }

    private void checkNames(List<Step> all) {
        for (Step step : all) {
            if (steps.putIfAbsent(step.name(), step) != null) {
                problems.add("step '" + step.name() + "' exists twice: give each step a name of its own");
            }
        }
    }

    private void checkStep(Step step) {
        if (step.parallelism() < 1 || step.parallelism() > keyGroups) {
            add(
                    step,
                    "parallelism %d is not between 1 and the number of key groups, %d: choose one that is, or set keyGroups(...)"
                            .formatted(step.parallelism(), keyGroups));
        }
        if (step.isSource() != step.inputs().isEmpty()) {
            add(
                    step,
                    step.isSource()
                            ? "a source reads from no other step"
                            : "it reads from no step: connect it to a stream");
        }
        if (step.failover().standby() > 0 && (step.isSource() || step.isSink())) {
            add(
                    step,
                    "a source or a sink belongs to its subtask from the start and cannot stand by: remove standby(...)");
        }
        step.inputs().forEach(input -> checkInput(step, input));
        if (step.isKeyed() && (differentKeys(step, 0) || differentKeys(step, 1))) {
            add(step, "its inputs have different keys: put one keyBy(...) after their union");
        }
        checkFunction(step);
        if (step.kind() instanceof StepKind.WindowStep window) {
            checkWindow(step, window.spec());
        } else if (step.kind() instanceof StepKind.IntervalJoinStep) {
            checkTime(step);
        }
    }

    /** The streams of a step that connects two have a key each; the inputs of one stream, a union, have the same. */
    private static boolean differentKeys(Step step, int port) {
        return step.inputs().stream()
                        .filter(input -> input.port() == port)
                        .map(StepInput::key)
                        .distinct()
                        .count()
                > 1;
    }

    private void checkWindow(Step step, WindowSpec spec) {
        if (!(spec.windows() instanceof GlobalWindows)) {
            checkTime(step);
        } else if (spec.latenessMs() > 0 || spec.early() != null || !spec.late().isEmpty()) {
            add(
                    step,
                    "count and global windows have no end in time: remove allowedLateness(...), early(...) and lateTo(...)");
        }
    }

    /** Records without a time would fail it, and an input whose time never comes would keep it silent. */
    private void checkTime(Step step) {
        for (StepInput input : step.inputs()) {
            if (steps.containsKey(input.from()) && !timed.contains(input.from())) {
                add(
                        step,
                        "it works by time, but its input from '%s' has none: add .timestamps(...) after the source"
                                .formatted(input.from()));
            }
        }
    }

    private void checkInput(Step step, StepInput input) {
        Step from = steps.get(input.from());
        if (from == null) {
            add(
                    step,
                    "it reads from '" + input.from() + "', which is not a step of this job"
                            + Nearest.hint(input.from(), steps.keySet()));
            return;
        }
        if (from.isSink()) {
            add(step, "it reads from sink '" + from.name() + "', which emits nothing: read from a step before it");
        }
        if (input.side() != null) {
            checkSide(step, from, input.side());
        }
        if (input.partitioning() == Partitioning.FORWARD && from.parallelism() != step.parallelism()) {
            add(
                    step,
                    "forward needs equal parallelism, but '%s' has %d and '%s' has %d: use rebalance()"
                            .formatted(from.name(), from.parallelism(), step.name(), step.parallelism()));
        }
        checkKey(step, from, input);
    }

    private void checkKey(Step step, Step from, StepInput input) {
        if ((input.partitioning() == Partitioning.HASH) != (input.key() != null)) {
            add(step, "an edge by hash has a key, and no other edge has one");
        }
        String problem = input.keyType() == null ? null : KeyTypes.problemOf(input.keyType());
        if (problem != null) {
            add(step, "its key cannot be spread: " + problem);
        }
        boolean rules = step.kind() instanceof StepKind.BroadcastProcessStep && input.port() == 1;
        if (step.isKeyed() && !rules && input.partitioning() != Partitioning.HASH) {
            add(
                    step,
                    "it works by key but its input from '" + from.name() + "' is not keyed: put keyBy(...) before it");
        }
    }

    private void checkSide(Step step, Step from, SideOutput<?> side) {
        if (!from.hasSideOutputs()) {
            add(
                    step,
                    "it reads side output '%s' of '%s', but only a process or window step has side outputs"
                            .formatted(side.name(), from.name()));
        }
        SideOutput<?> known = sides.putIfAbsent(from.name() + "." + side.name(), side);
        if (known != null && !known.equals(side)) {
            add(
                    step,
                    "it reads side output '%s' of '%s' as %s, another step as %s: give each side output its own name"
                            .formatted(
                                    side.name(),
                                    from.name(),
                                    side.type().getName(),
                                    known.type().getName()));
        }
    }

    /** Of a hidden class, a lambda, one instance may do for all: it has no fields that subtasks could share. */
    private void checkFunction(Step step) {
        FunctionSupplier<? extends StatefulFunction> supplier = supplier(step.kind());
        if (supplier == null) {
            return;
        }
        try {
            StatefulFunction function = supplier.get();
            if (function == supplier.get() && !function.getClass().isHidden()) {
                add(
                        step,
                        "its supplier gives the same function twice, which subtasks would share: return a new one each time");
            }
            checkStates(step, function);
        } catch (RuntimeException e) {
            add(step, "its function cannot be asked for its states: " + e + "; do the work in open(...)");
        }
    }

    private void checkStates(Step step, StatefulFunction function) {
        TreeSet<String> names = new TreeSet<>();
        for (StateSpec state : function.states()) {
            if (state instanceof ListStateSpec<?> list && list.shared() && step.isKeyed()) {
                add(
                        step,
                        "it declares state '" + state.name()
                                + "' as shared, but its input is keyed: use ListStateSpec.of");
            }
            if (!step.isKeyed() && !(state instanceof ListStateSpec)) {
                add(
                        step,
                        "it keeps keyed state '" + state.name()
                                + "' but its input is not keyed: put keyBy(...) before it and use a KeyedProcessFunction");
            }
            if (!names.add(state.name())) {
                add(step, "it declares state '" + state.name() + "' twice: give each state a name of its own");
            }
        }
    }

    /** Of the step's function, or null for a kind without one that keeps state. */
    static @Nullable FunctionSupplier<? extends StatefulFunction> supplier(StepKind kind) {
        if (kind instanceof StepKind.ProcessStep process) {
            return process.supplier();
        }
        if (kind instanceof StepKind.BroadcastProcessStep connected) {
            return connected.supplier();
        }
        if (kind instanceof StepKind.CoProcessStep connected) {
            return connected.supplier();
        }
        if (kind instanceof StepKind.WindowStep window) {
            return window.contents() instanceof WindowContents.Collect collect ? collect.supplier() : null;
        }
        return kind instanceof StepKind.KeyedProcessStep keyed ? keyed.supplier() : null;
    }

    private void checkEnds() {
        if (steps.values().stream().noneMatch(Step::isSource)) {
            problems.add("it has no source: add one with source(...)");
        }
        TreeSet<String> mains = new TreeSet<>();
        TreeSet<String> sidesOf = new TreeSet<>();
        steps.values()
                .forEach(step ->
                        step.inputs().forEach(input -> (input.side() == null ? mains : sidesOf).add(input.from())));
        for (Step step : steps.values()) {
            boolean isRead = mains.contains(step.name())
                    || step.kind() instanceof StepKind.IterationStart; // See IterationRules.
            if (!step.isSink() && !isRead && !emitsOnlyToSides(step, sidesOf)) {
                add(step, "nobody reads its output: add a sink");
            }
        }
    }

    /** A function that never uses its main output says so with {@code Void}. */
    private static boolean emitsOnlyToSides(Step step, Set<String> sidesOf) {
        return step.output() != null && step.output().type() == Void.class && sidesOf.contains(step.name());
    }

    /** Takes away what nothing open flows into, then what flows into nothing open; what is left is in a cycle. */
    private void checkOrder() {
        Map<String, Step> open = new LinkedHashMap<>(steps);
        while (open.values().removeIf(step -> readsNone(step, open))
                || open.values().removeIf(step -> readByNone(step, open))) {}
        if (!open.isEmpty()) {
            problems.add(
                    "steps " + open.keySet() + " form a cycle: a job flows one way only, so remove one of the edges");
            return;
        }
        TreeSet<String> earlier = new TreeSet<>();
        for (Step step : steps.values()) {
            step.inputs().stream()
                    .map(StepInput::from)
                    .filter(from -> steps.containsKey(from) && !earlier.contains(from))
                    .forEach(from ->
                            add(step, "it comes before '" + from + "', from which it reads: add it after that"));
            earlier.add(step.name());
        }
    }

    private static boolean readsNone(Step step, Map<String, Step> open) {
        return step.inputs().stream().noneMatch(input -> open.containsKey(input.from()));
    }

    private static boolean readByNone(Step step, Map<String, Step> open) {
        return open.values().stream()
                .noneMatch(other ->
                        other.inputs().stream().anyMatch(input -> input.from().equals(step.name())));
    }

    private void add(Step step, String problem) {
        problems.add("step '" + step.name() + "': " + problem);
    }
}
