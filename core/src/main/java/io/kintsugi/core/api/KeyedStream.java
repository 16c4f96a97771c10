package io.kintsugi.core.api;

import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.graph.LateSides;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.graph.WindowSpec;
import io.kintsugi.core.type.FunctionTypes;
import io.kintsugi.core.window.Windows;

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

    /**
     * Brings the records of both streams that have the same key together. The step after it takes over the parallelism of
     * this one.
     *
     * @throws IllegalArgumentException for a stream of another job
     */
    public <B> ConnectedStreams<K, T, B> connect(KeyedStream<K, B> other) {
        if (other.job != job) {
            throw new IllegalArgumentException("connect of '%s' and '%s': they belong to different jobs"
                    .formatted(inputs.first().name(), other.inputs.first().name()));
        }
        return new ConnectedStreams<>(job, inputs.and(other.inputs.second()));
    }

    /**
     * Sends every record of {@code rules} to all subtasks of the next step, beside the keyed records. The step takes over the
     * parallelism of this stream's.
     *
     * @throws IllegalArgumentException for a stream of another job
     */
    public <B> BroadcastConnectedStream<K, T, B> connectBroadcast(Stream<B> rules) {
        return new BroadcastConnectedStream<>(
                job, inputs.and(rules.broadcastInputs(job).second()));
    }

    /** Divides the records of each key. */
    public WindowedStream<K, T> window(Windows windows) {
        return new WindowedStream<>(job, inputs, new WindowSpec(windows, 0, null, LateSides.none()));
    }

    /** The same records without the promise: the next step gets them spread by key and may do anything with them. */
    public Stream<T> unkeyed() {
        return Stream.of(job, inputs);
    }
}
