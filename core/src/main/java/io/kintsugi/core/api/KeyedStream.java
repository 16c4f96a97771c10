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

    /** Adds a step that keeps state for each key, with a function of its own for each subtask. */
    public <R> Stream<R> process(String name, FunctionSupplier<? extends KeyedProcessFunction<K, T, R>> supplier) {
        Class<?> type = FunctionTypes.argument(supplier.get(), KeyedProcessFunction.class, 2)
                .orElse(null);
        return new Stream<>(job, inputs.addStep(job, name, new StepKind.KeyedProcessStep(supplier), type));
    }

    /** The same records without the promise: the next step gets them spread by key and may do anything with them. */
    public Stream<T> unkeyed() {
        return Stream.of(job, inputs);
    }
}
