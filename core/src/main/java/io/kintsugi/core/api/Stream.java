package io.kintsugi.core.api;

import io.kintsugi.core.function.FilterFunction;
import io.kintsugi.core.function.FlatMapFunction;
import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.MapFunction;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.type.FunctionTypes;
import org.jspecify.annotations.Nullable;

/**
 * The records that a step emits. A method that adds a step returns the stream of that step; {@link #parallelism},
 * {@link #blocking}, {@link #startNewChain} and {@link #outputType} set the step that was added last.
 *
 * <p>A new step takes over the parallelism of the step that it reads from.
 */
public final class Stream<T> {
    private final JobDraft job;
    private final StepDraft step;
    private final Inputs inputs;
    private final boolean settable;

    Stream(JobDraft job, StepDraft step) {
        this(job, step, Inputs.of(step), true);
    }

    private Stream(JobDraft job, StepDraft step, Inputs inputs, boolean settable) {
        this.job = job;
        this.step = step;
        this.inputs = inputs;
        this.settable = settable;
    }

    static <T> Stream<T> of(JobDraft job, Inputs inputs) {
        return new Stream<>(job, inputs.first(), inputs, false);
    }

    public <R> Stream<R> map(String name, MapFunction<T, R> function) {
        return then(name, new StepKind.MapStep(function), returned(function, MapFunction.class));
    }

    public Stream<T> filter(String name, FilterFunction<T> function) {
        return then(name, new StepKind.FilterStep(function), inputs.type());
    }

    public <R> Stream<R> flatMap(String name, FlatMapFunction<T, R> function) {
        Class<?> type =
                FunctionTypes.argument(function, FlatMapFunction.class, 1).orElse(null);
        return then(name, new StepKind.FlatMapStep(function), type);
    }

    /** Adds a step with a function of its own for each subtask. */
    public <R> Stream<R> process(String name, FunctionSupplier<? extends ProcessFunction<T, R>> supplier) {
        Class<?> type =
                FunctionTypes.argument(supplier.get(), ProcessFunction.class, 1).orElse(null);
        return then(name, new StepKind.ProcessStep(supplier), type);
    }

    /** Brings all records of a key to the same subtask of the next step. */
    public <K> KeyedStream<K, T> keyBy(KeyFunction<T, K> key) {
        Class<?> keyType = returned(key, KeyFunction.class);
        return new KeyedStream<>(job, inputs.partitioned(Partitioning.HASH, key, keyType));
    }

    /** Spreads the records evenly over the subtasks of the next step. */
    public Stream<T> rebalance() {
        return partitioned(Partitioning.REBALANCE);
    }

    /** Sends every record to every subtask of the next step. */
    public Stream<T> broadcast() {
        return partitioned(Partitioning.BROADCAST);
    }

    /** Sends the records of subtask i to subtask i of the next step, which has the same parallelism. */
    public Stream<T> forward() {
        return partitioned(Partitioning.FORWARD);
    }

    /** The records of both streams, in no particular order between them. */
    public Stream<T> union(Stream<T> other) {
        if (other.job != job) {
            throw new IllegalArgumentException(
                    "union of '" + step.name() + "' and '" + other.step.name() + "': they belong to different jobs");
        }
        return new Stream<>(job, step, inputs.and(other.inputs), false);
    }

    /** What the {@code process} step that was added last emits to {@code side}. */
    public <X> Stream<X> sideOutput(SideOutput<X> side) {
        requireSettable("sideOutput");
        return new Stream<>(job, step, Inputs.side(step, side), false);
    }

    /** Ends the stream. */
    public SinkStep sink(String name, Sink<T> sink) {
        return new SinkStep(add(name, new StepKind.SinkStep(sink), null));
    }

    /** Number of subtasks of the step that was added last, from 1 to the job's key groups. */
    public Stream<T> parallelism(int subtasks) {
        requireSettable("parallelism");
        step.parallelism(subtasks);
        return this;
    }

    /** Runs the step on a thread that may block: for files, databases and long computations. */
    public Stream<T> blocking() {
        requireSettable("blocking");
        step.blocking(true);
        return this;
    }

    /** Keeps the step out of the task of the step before it. */
    public Stream<T> startNewChain() {
        requireSettable("startNewChain");
        step.startNewChain();
        return this;
    }

    /** Says what the step emits, where a lambda does not tell. */
    public Stream<T> outputType(Class<T> type) {
        requireSettable("outputType");
        step.outputType(type);
        return new Stream<>(job, step);
    }

    private Stream<T> partitioned(Partitioning partitioning) {
        return new Stream<>(job, step, inputs.partitioned(partitioning, null, null), false);
    }

    private <R> Stream<R> then(String name, StepKind kind, @Nullable Class<?> type) {
        return new Stream<>(job, add(name, kind, type));
    }

    private StepDraft add(String name, StepKind kind, @Nullable Class<?> type) {
        return inputs.addStep(job, name, kind, type);
    }

    private void requireSettable(String setting) {
        if (!settable) {
            throw new IllegalStateException(
                    "%s() belongs directly after the step it is about: put it before the partitioning or union that follows step '%s'"
                            .formatted(setting, step.name()));
        }
    }

    private static @Nullable Class<?> returned(Object function, Class<?> contract) {
        return FunctionTypes.returned(function, contract, 1).orElse(null);
    }
}
