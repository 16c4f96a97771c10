package io.kintsugi.core.api;

import io.kintsugi.core.function.AggregateFunction;
import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.ReduceFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.WindowFunction;
import io.kintsugi.core.function.WindowProcessFunction;
import io.kintsugi.core.graph.LateSides;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.graph.WindowContents;
import io.kintsugi.core.graph.WindowSpec;
import io.kintsugi.core.type.FunctionTypes;
import io.kintsugi.core.type.RecordType;
import io.kintsugi.core.window.Trigger;
import java.time.Duration;
import java.util.Optional;

/**
 * A keyed stream divided into windows. A window speaks when event time reaches its end, and at the end of the input.
 * Immutable; a setting returns a changed copy.
 */
public final class WindowedStream<K, T> {
    private final JobDraft job;
    private final Inputs inputs;
    private final WindowSpec spec;

    WindowedStream(JobDraft job, Inputs inputs, WindowSpec spec) {
        this.job = job;
        this.inputs = inputs;
        this.spec = spec;
    }

    /**
     * Keeps a window for so long after its end: each record that comes for it until then makes it speak again. Later ones
     * are late. Without it, all are late that come when event time has reached the end of the window.
     */
    public WindowedStream<K, T> allowedLateness(Duration lateness) {
        if (lateness.isNegative()) {
            throw new IllegalArgumentException("allowedLateness: expected 0 or more, found " + lateness);
        }
        return with(new WindowSpec(spec.windows(), lateness.toMillis(), spec.early(), spec.late()));
    }

    /** Makes windows by time speak also before their end, each time with everything so far. */
    public WindowedStream<K, T> early(Trigger trigger) {
        return with(new WindowSpec(spec.windows(), spec.latenessMs(), trigger, spec.late()));
    }

    /** Sends late records, which are always counted, to a side output of the step. */
    public WindowedStream<K, T> lateTo(SideOutput<T> side) {
        return with(new WindowSpec(spec.windows(), spec.latenessMs(), spec.early(), new LateSides(side, null)));
    }

    /** Adds a step that keeps only an accumulator for each key and window. */
    public <A, V, R> Stream<R> aggregate(
            String name, AggregateFunction<T, A, V> aggregate, WindowFunction<K, V, R> result) {
        return then(name, new WindowContents.Aggregate(aggregate, result), returned(result));
    }

    /** Adds a step that keeps one record for each key and window. */
    public <R> Stream<R> reduce(String name, ReduceFunction<T> reduce, WindowFunction<K, T, R> result) {
        return then(name, new WindowContents.Reduce(reduce, result), returned(result));
    }

    /**
     * Adds a step that keeps all records until their window speaks, with a function of its own for each subtask.
     *
     * @param supplier is also called while the job is built, to see what the function emits and which state it declares
     */
    public <R> Stream<R> process(String name, FunctionSupplier<? extends WindowProcessFunction<K, T, R>> supplier) {
        return then(
                name,
                new WindowContents.Collect(supplier),
                FunctionTypes.supplied(name, supplier, WindowProcessFunction.class, 2));
    }

    private static Optional<RecordType> returned(WindowFunction<?, ?, ?> result) {
        return FunctionTypes.returned(result, WindowFunction.class, 2);
    }

    private <R> Stream<R> then(String name, WindowContents contents, Optional<RecordType> emitted) {
        StepDraft added = job.add(new StepDraft(name, new StepKind.WindowStep(spec, contents), inputs));
        added.output(emitted);
        return new Stream<>(job, added);
    }

    private WindowedStream<K, T> with(WindowSpec changed) {
        return new WindowedStream<>(job, inputs, changed);
    }
}
