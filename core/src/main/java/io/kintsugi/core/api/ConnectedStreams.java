package io.kintsugi.core.api;

import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.JoinFunction;
import io.kintsugi.core.function.KeyedCoProcessFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.graph.LateSides;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.graph.WindowContents;
import io.kintsugi.core.graph.WindowSpec;
import io.kintsugi.core.type.FunctionTypes;
import io.kintsugi.core.type.RecordType;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.Optional;

/** Two keyed streams whose records of a key meet in one subtask. */
public final class ConnectedStreams<K, A, B> {
    private final JobDraft job;
    private final Inputs inputs;
    private final LateSides late;

    ConnectedStreams(JobDraft job, Inputs inputs) {
        this(job, inputs, LateSides.none());
    }

    private ConnectedStreams(JobDraft job, Inputs inputs, LateSides late) {
        this.job = job;
        this.inputs = inputs;
        this.late = late;
    }

    /** Sends late records of a join, which are always counted, to side outputs of the step, those of each stream to its own. */
    public ConnectedStreams<K, A, B> lateTo(SideOutput<A> first, SideOutput<B> second) {
        return new ConnectedStreams<>(job, inputs, new LateSides(first, second));
    }

    /**
     * Adds a step that sees the records of both, with a function of its own for each subtask.
     *
     * @param supplier is also called while the job is built, to see what the function emits and which state it declares
     * @throws IllegalStateException behind {@link #lateTo}: the function sees late records, and may send them where it likes
     */
    public <R> Stream<R> process(String name, FunctionSupplier<? extends KeyedCoProcessFunction<K, A, B, R>> supplier) {
        if (!late.isEmpty()) {
            throw new IllegalStateException(
                    "step '%s': lateTo(...) is for joins; this function sees late records and emits them itself"
                            .formatted(name));
        }
        return then(
                name,
                new StepKind.CoProcessStep(supplier),
                FunctionTypes.supplied(name, supplier, KeyedCoProcessFunction.class, 3));
    }

    /**
     * Adds a step that emits each pair of records of a key that are in the same window. All records are kept until the
     * window speaks; late ones are counted, and go to the side output of {@link #lateTo}.
     */
    public <R> Stream<R> join(String name, Windows windows, JoinFunction<A, B, R> join) {
        WindowSpec spec = new WindowSpec(windows, 0, null, late);
        return then(name, new StepKind.WindowStep(spec, new WindowContents.Join(join)), returned(join));
    }

    /**
     * Adds a step that emits each pair of records of a key of which the second is at {@code lower} to {@code upper} after
     * the first, both inclusive; negative for before. The pair has the later timestamp of the two. A record behind the
     * watermark is late: counted, sent to the side output of {@link #lateTo}, and not joined.
     *
     * @throws IllegalArgumentException where {@code lower} is above {@code upper}
     */
    public <R> Stream<R> join(String name, Duration lower, Duration upper, JoinFunction<A, B, R> join) {
        if (lower.compareTo(upper) > 0) {
            throw new IllegalArgumentException(
                    "step '%s': expected lower <= upper, found %s and %s".formatted(name, lower, upper));
        }
        return then(
                name, new StepKind.IntervalJoinStep(lower.toMillis(), upper.toMillis(), join, late), returned(join));
    }

    private static Optional<RecordType> returned(JoinFunction<?, ?, ?> join) {
        return FunctionTypes.returned(join, JoinFunction.class, 2);
    }

    private <R> Stream<R> then(String name, StepKind kind, Optional<RecordType> emitted) {
        StepDraft added = job.add(new StepDraft(name, kind, inputs));
        added.output(emitted);
        return new Stream<>(job, added);
    }
}
