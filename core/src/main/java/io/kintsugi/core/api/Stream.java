package io.kintsugi.core.api;

import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.FilterFunction;
import io.kintsugi.core.function.FlatMapFunction;
import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.MapFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.type.FunctionTypes;
import io.kintsugi.core.type.RecordType;
import java.util.Optional;

/**
 * The records that a step emits. A method that adds a step returns the stream of that step; {@link #parallelism},
 * {@link #blocking}, {@link #startNewChain}, {@link #absentConsumer}, {@link #standby} and {@link #outputType} set the step that was added last.
 *
 * <p>A step without a parallelism of its own takes over that of the step that it reads from, when the job is built. Where
 * nothing else is said, records go from subtask to subtask when both steps have the same parallelism, and are spread
 * evenly when not. Use it from one thread.
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

    /** Adds a step that makes one record out of each. */
    public <R> Stream<R> map(String name, MapFunction<T, R> function) {
        return then(name, new StepKind.MapStep(function), FunctionTypes.returned(function, MapFunction.class, 1));
    }

    /** Adds a step that lets some records pass. */
    public Stream<T> filter(String name, FilterFunction<T> function) {
        return then(name, new StepKind.FilterStep(function), Optional.empty());
    }

    /** Adds a step that makes any number of records out of each. A lambda needs {@link #outputType} after it. */
    public <R> Stream<R> flatMap(String name, FlatMapFunction<T, R> function) {
        return then(
                name,
                new StepKind.FlatMapStep(function),
                FunctionTypes.emitted(function, FlatMapFunction.class, 1, Output.class));
    }

    /**
     * Adds a step with a function of its own for each subtask.
     *
     * @param supplier is also called while the job is built, to see what the function emits and which state it declares
     */
    public <R> Stream<R> process(String name, FunctionSupplier<? extends ProcessFunction<T, R>> supplier) {
        return then(
                name,
                new StepKind.ProcessStep(supplier),
                FunctionTypes.supplied(name, supplier, ProcessFunction.class, 1));
    }

    /**
     * Brings all records of a key to the same subtask of the next step; in a union all streams get the same key.
     *
     * @param key gives what {@link KeyFunction} allows; where its class is known, the job does not build with another
     */
    public <K> KeyedStream<K, T> keyBy(KeyFunction<T, K> key) {
        Class<?> keyType = FunctionTypes.returned(key, KeyFunction.class, 1)
                .map(RecordType::type)
                .orElse(null);
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

    /**
     * Sends the records of subtask i to subtask i of the next step, which has the same parallelism. Records keep their
     * order, as everywhere between two subtasks.
     */
    public Stream<T> forward() {
        return partitioned(Partitioning.FORWARD);
    }

    /**
     * The records of both streams, in no particular order between them. A step after it takes over the parallelism of
     * this one.
     *
     * @throws IllegalArgumentException for a stream of another job
     */
    public Stream<T> union(Stream<T> other) {
        if (other.job != job) {
            throw new IllegalArgumentException(
                    "union of '" + step.name() + "' and '" + other.step.name() + "': they belong to different jobs");
        }
        return new Stream<>(job, step, inputs.and(other.inputs), false);
    }

    /** The inputs of a step of {@code reader} that gets every record in all its subtasks. */
    Inputs broadcastInputs(JobDraft reader) {
        if (reader != job) {
            throw new IllegalArgumentException(
                    "connectBroadcast of '%s': it belongs to a different job".formatted(step.name()));
        }
        return inputs.partitioned(Partitioning.BROADCAST, null, null);
    }

    /** What an iteration of {@code reader} reads. */
    Inputs inputs(JobDraft reader) {
        if (reader != job) {
            throw new IllegalArgumentException("iterate of '%s': it belongs to a different job".formatted(step.name()));
        }
        return inputs;
    }

    /** What the step that was added last, a {@code process} step, emits to {@code side}. */
    public <X> Stream<X> sideOutput(SideOutput<X> side) {
        requireSettable("sideOutput");
        return new Stream<>(job, step, Inputs.side(step, side), false);
    }

    /** Ends the stream. */
    public SinkStep sink(String name, Sink<T> sink) {
        return new SinkStep(job.add(new StepDraft(name, new StepKind.SinkStep(sink), inputs)));
    }

    /** Sets the number of subtasks of the step that was added last, from 1 to the job's key groups. */
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

    /**
     * What the producers of the step that was added last do while a subtask of it is away; unless it is said, what the
     * job's recovery says. Counts for the first step of a chain.
     */
    public Stream<T> absentConsumer(AbsentConsumer policy) {
        requireSettable("absentConsumer");
        step.absentConsumer(policy);
        return this;
    }

    /**
     * Keeps instances of the step that was added last open on other slots, so that one of them takes the place of a
     * subtask that fails and restarts alone, however long its {@code open} takes. In such a step {@code open} must not ask
     * for the subtask nor look into state, which is for {@code begin}. Not for sources and sinks, and the step chains only
     * with others that have as many.
     *
     * @param instances for all subtasks together, 0 or more; each needs a slot, and is left out while there is none
     */
    public Stream<T> standby(int instances) {
        requireSettable("standby");
        step.standby(instances);
        return this;
    }

    /**
     * Says what the step emits, where its function does not tell. Records that hold others, such as a {@code List}, also
     * need {@link JobDraft#recordTypes} for what is in them.
     */
    public Stream<T> outputType(Class<? super T> type) {
        requireSettable("outputType");
        step.output(Optional.of(RecordType.of(type)));
        return this;
    }

    /**
     * Gives the records of a source their event time, and the job its watermarks.
     *
     * @throws IllegalStateException where the step that was added last is not a source
     */
    public Stream<T> timestamps(EventTime<? super T> eventTime) {
        requireSettable("timestamps");
        if (!(step.kind() instanceof StepKind.SourceStep source)) {
            throw new IllegalStateException(
                    "timestamps() belongs directly after source(...), but '%s' is not one".formatted(step.name()));
        }
        step.kind(new StepKind.SourceStep(source.source(), eventTime));
        return this;
    }

    private Stream<T> partitioned(Partitioning partitioning) {
        return new Stream<>(job, step, inputs.partitioned(partitioning, null, null), false);
    }

    private <R> Stream<R> then(String name, StepKind kind, Optional<RecordType> emitted) {
        StepDraft added = job.add(new StepDraft(name, kind, inputs));
        added.output(emitted);
        return new Stream<>(job, added);
    }

    private void requireSettable(String setting) {
        if (!settable) {
            throw new IllegalStateException(
                    "%s() belongs directly after the step it is about: put it before the partitioning or union that follows step '%s'"
                            .formatted(setting, step.name()));
        }
    }
}
