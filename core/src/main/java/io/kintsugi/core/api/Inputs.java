package io.kintsugi.core.api;

import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.graph.StepInput;
import io.kintsugi.core.graph.StepKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the next step will read: several inputs after a union. */
record Inputs(List<Source> sources) {
    /** One stream, with the step that makes it. */
    record Source(StepDraft step, StepInput input) {}

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

    StepDraft first() {
        return sources.get(0).step();
    }

    @Nullable
    Class<?> type() {
        Source first = sources.get(0);
        SideOutput<?> side = first.input().side();
        return side != null ? side.type() : first.step().outputType();
    }

    StepDraft addStep(JobDraft job, String name, StepKind kind, @Nullable Class<?> type) {
        StepDraft added =
                new StepDraft(name, kind, sources.stream().map(Source::input).toList());
        added.parallelism(sources.get(0).step().parallelism());
        added.outputType(type);
        return job.add(added);
    }
}
