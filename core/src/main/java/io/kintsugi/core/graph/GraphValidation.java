package io.kintsugi.core.graph;

import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.StatefulFunction;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds everything that keeps a job from running, so that a user sees all of it at once. */
final class GraphValidation {
    private final Map<String, Step> steps = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final int keyGroups;

    private GraphValidation(int keyGroups) {
        this.keyGroups = keyGroups;
    }

    /** One sentence a problem; empty for a job that can run. */
    static List<String> problems(List<Step> steps, int keyGroups) {
        GraphValidation validation = new GraphValidation(keyGroups);
        validation.checkKeyGroups();
        validation.checkNames(steps);
        steps.forEach(validation::checkStep);
        validation.checkEnds();
        validation.checkCycles();
        return validation.problems;
    }

    private void checkKeyGroups() {
        if (keyGroups < 1 || keyGroups > KeyGroups.MAX) {
            problems.add("key groups: expected 1 to " + KeyGroups.MAX + ", found " + keyGroups);
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
                    "parallelism " + step.parallelism() + " is not between 1 and the number of key groups, "
                            + keyGroups);
        }
        if (step.isSource() != step.inputs().isEmpty()) {
            add(
                    step,
                    step.isSource()
                            ? "a source reads from no other step"
                            : "it reads from no step: connect it to a stream");
        }
        step.inputs().forEach(input -> checkInput(step, input));
        checkStates(step);
    }

    private void checkInput(Step step, StepInput input) {
        Step from = steps.get(input.from());
        if (from == null) {
            add(step, "it reads from '" + input.from() + "', which is not a step of this job");
            return;
        }
        if (from.isSink()) {
            add(step, "it reads from sink '" + from.name() + "', which emits nothing");
        }
        if (input.partitioning() == Partitioning.FORWARD && from.parallelism() != step.parallelism()) {
            add(
                    step,
                    "forward needs equal parallelism, but '%s' has %d and '%s' has %d: use rebalance()"
                            .formatted(from.name(), from.parallelism(), step.name(), step.parallelism()));
        }
        if ((input.partitioning() == Partitioning.HASH) != (input.key() != null)) {
            add(step, "an edge by hash has a key, and no other edge has one");
        }
        String problem = input.keyType() == null ? null : KeyGroups.problemOf(input.keyType());
        if (problem != null) {
            add(step, "its key cannot be spread: " + problem);
        }
        if (step.isKeyed() && input.partitioning() != Partitioning.HASH) {
            add(
                    step,
                    "it works by key but its input from '" + from.name() + "' is not keyed: put keyBy(...) before it");
        }
    }

    private void checkStates(Step step) {
        StatefulFunction function = sample(step.kind());
        if (function == null) {
            return;
        }
        TreeSet<String> names = new TreeSet<>();
        for (ValueStateSpec<?> state : function.states()) {
            if (function instanceof ProcessFunction<?, ?>) {
                add(
                        step,
                        "it keeps keyed state '" + state.name()
                                + "' but its input is not keyed: put keyBy(...) before it and use a KeyedProcessFunction");
            }
            if (!names.add(state.name())) {
                add(step, "it declares state '" + state.name() + "' twice");
            }
        }
    }

    private static @Nullable StatefulFunction sample(StepKind kind) {
        if (kind instanceof StepKind.ProcessStep process) {
            return process.supplier().get();
        }
        return kind instanceof StepKind.KeyedProcessStep keyed
                ? keyed.supplier().get()
                : null;
    }

    private void checkEnds() {
        TreeSet<String> read = new TreeSet<>();
        steps.values().forEach(step -> step.inputs().forEach(input -> read.add(input.from())));
        if (steps.values().stream().noneMatch(Step::isSource)) {
            problems.add("it has no source");
        }
        for (Step step : steps.values()) {
            if (!step.isSink() && !read.contains(step.name())) {
                add(step, "nobody reads its output: add a sink");
            }
        }
    }

    private void checkCycles() {
        Map<String, Integer> open = new LinkedHashMap<>();
        steps.values().forEach(step -> open.put(step.name(), known(step.inputs())));
        List<String> ready = new ArrayList<>();
        open.forEach((name, inputs) -> {
            if (inputs == 0) {
                ready.add(name);
            }
        });
        while (!ready.isEmpty()) {
            String done = ready.remove(ready.size() - 1);
            open.remove(done);
            for (Step step : steps.values()) {
                long edges = step.inputs().stream()
                        .filter(input -> input.from().equals(done))
                        .count();
                if (edges > 0 && open.merge(step.name(), (int) -edges, Integer::sum) == 0) {
                    ready.add(step.name());
                }
            }
        }
        if (!open.isEmpty()) {
            problems.add("steps " + open.keySet() + " form a cycle: a job flows one way only");
        }
    }

    private int known(List<StepInput> inputs) {
        return (int)
                inputs.stream().filter(input -> steps.containsKey(input.from())).count();
    }

    private void add(Step step, String problem) {
        problems.add("step '" + step.name() + "': " + problem);
    }
}
