package io.kintsugi.core.api;

import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.type.FunctionTypes;

/** A stream in which all records of a key meet in one subtask. */
public final class KeyedStream<K, T> {
    private final JobDraft job;
    private final Inputs inputs;

    KeyedStream(JobDraft job, Inputs inputs) {
        this.job = job;
        this.inputs = inputs;
    }

    /**
     * Adds a step that keeps state for each key, with a function of its own for each subtask.
     *
     * @param supplier is also called while the job is built, to see what the function emits and which state it declares
     */
    public <R> Stream<R> process(String name, FunctionSupplier<? extends KeyedProcessFunction<K, T, R>> supplier) {
        StepDraft added = job.add(new StepDraft(name, new StepKind.KeyedProcessStep(supplier), inputs));
        added.output(FunctionTypes.supplied(name, supplier, KeyedProcessFunction.class, 2));
        return new Stream<>(job, added);
    }

    /** The same records without the promise: the next step gets them spread by key and may do anything with them. */
    public Stream<T> unkeyed() {
        return Stream.of(job, inputs);
    }
}
