package io.kintsugi.core.api;

import io.kintsugi.core.function.Source;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.KeyGroups;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.type.FunctionTypes;
import java.util.ArrayList;
import java.util.List;

/** A job that is being described. {@link #build} checks it and makes the immutable {@link Job}. */
public final class JobDraft {
    private final String name;
    private final List<StepDraft> steps = new ArrayList<>();
    private final List<Class<?>> recordTypes = new ArrayList<>();
    private int keyGroups = KeyGroups.DEFAULT;

    JobDraft(String name) {
        this.name = name;
    }

    /** Adds a source. Parallelism is 1 until {@link Stream#parallelism} says otherwise. */
    public <T> Stream<T> source(String step, Source<T, ?> source) {
        Class<?> type = source.recordType();
        StepDraft draft = add(new StepDraft(step, new StepKind.SourceStep(source), List.of()));
        draft.outputType(
                type != null
                        ? type
                        : FunctionTypes.argument(source, Source.class, 0).orElse(null));
        return new Stream<>(this, draft);
    }

    /** Sets into how many groups keys are divided (default 128): the upper limit of parallelism, also for later rescaling. */
    public JobDraft keyGroups(int groups) {
        keyGroups = groups;
        return this;
    }

    /** Names record classes that cannot be found from the steps, such as the implementations of an open interface. */
    public JobDraft recordTypes(Class<?>... types) {
        recordTypes.addAll(List.of(types));
        return this;
    }

    /** Throws {@link io.kintsugi.core.graph.InvalidJobException} that names every step that cannot work, and what to do. */
    public Job build() {
        return new Job(
                name, JobGraph.of(name, steps.stream().map(StepDraft::toStep).toList(), keyGroups, recordTypes));
    }

    StepDraft add(StepDraft step) {
        steps.add(step);
        return step;
    }
}
