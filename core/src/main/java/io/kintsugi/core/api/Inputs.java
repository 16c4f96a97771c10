package io.kintsugi.core.api;

import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.graph.Step;
import io.kintsugi.core.graph.StepInput;
import io.kintsugi.core.type.RecordType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the next step will read: several inputs after a union. */
record Inputs(List<Source> sources) {
    /** One stream, with the step that makes it. */
    record Source(StepDraft step, StepInput input) {}

    static Inputs none() {
        return new Inputs(List.of());
    }

    static Inputs of(StepDraft step) {
        return new Inputs(List.of(new Source(step, new StepInput(step.name(), null, null, null, null))));
    }

    static Inputs side(StepDraft step, SideOutput<?> side) {
        return new Inputs(List.of(new Source(step, new StepInput(step.name(), side, null, null, null))));
    }

    Inputs and(Inputs others) {
        List<Source> all = new ArrayList<>(sources);
        all.addAll(others.sources);
        return new Inputs(all);
    }

    Inputs partitioned(Partitioning partitioning, @Nullable KeyFunction<?, ?> key, @Nullable Class<?> keyType) {
        return new Inputs(sources.stream()
                .map(source -> new Source(
                        source.step(),
                        new StepInput(source.input().from(), source.input().side(), partitioning, key, keyType)))
                .toList());
    }

    /** The same as the second stream of a step. */
    Inputs second() {
        return new Inputs(sources.stream()
                .map(source -> new Source(source.step(), source.input().second()))
                .toList());
    }

    StepDraft first() {
        return sources.get(0).step();
    }

    List<StepDraft> steps() {
        return sources.stream().map(Source::step).toList();
    }

    List<StepInput> toStepInputs() {
        return sources.stream().map(Source::input).toList();
    }

    /** What is read: of a union the type that all others fit into; null where there is none, or none is known. */
    @Nullable
    RecordType type(List<Step> producers) {
        List<RecordType> types = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            RecordType type = sources.get(i).input().recordType(producers.get(i));
            if (type != null) {
                types.add(type);
            }
        }
        return types.stream()
                .filter(type -> types.stream().allMatch(other -> type.type().isAssignableFrom(other.type())))
                .findFirst()
                .orElse(null);
    }
}
