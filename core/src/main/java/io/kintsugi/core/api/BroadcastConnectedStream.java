package io.kintsugi.core.api;

import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.KeyedBroadcastProcessFunction;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.type.FunctionTypes;

/** A keyed stream, and another one whose records all its subtasks see. */
public final class BroadcastConnectedStream<K, T, B> {
    private final JobDraft job;
    private final Inputs inputs;

    BroadcastConnectedStream(JobDraft job, Inputs inputs) {
        this.job = job;
        this.inputs = inputs;
    }

    /**
     * Adds a step that sees the records of both, with a function of its own for each subtask.
     *
     * @param supplier is also called while the job is built, to see what the function emits and which state it declares
     */
    public <R> Stream<R> process(
            String name, FunctionSupplier<? extends KeyedBroadcastProcessFunction<K, T, B, R>> supplier) {
        StepDraft added = job.add(new StepDraft(name, new StepKind.BroadcastProcessStep(supplier), inputs));
        added.output(FunctionTypes.supplied(name, supplier, KeyedBroadcastProcessFunction.class, 3));
        return new Stream<>(job, added);
    }
}
