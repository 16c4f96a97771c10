package io.kintsugi.core.graph;

import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.FilterFunction;
import io.kintsugi.core.function.FlatMapFunction;
import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.JoinFunction;
import io.kintsugi.core.function.KeyedBroadcastProcessFunction;
import io.kintsugi.core.function.KeyedCoProcessFunction;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.MapFunction;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.type.FunctionTypes;
import io.kintsugi.core.type.RecordType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a step does, with the user's function in it. */
public sealed interface StepKind {
    <A> A accept(Visitor<A> visitor);

    /** @param eventTime null where the job leaves time to the source, which then makes no watermarks */
    record SourceStep(Source<?, ?> source, @Nullable EventTime<?> eventTime) implements StepKind {
        /** Class of its readers' positions; empty where neither the source nor its type arguments say it. */
        public Optional<RecordType> positionType() {
            return Optional.<Class<?>>ofNullable(source.positionType())
                    .map(RecordType::of)
                    .or(() -> FunctionTypes.argument(source, Source.class, 1));
        }

        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.source(this);
        }
    }

    record MapStep(MapFunction<?, ?> function) implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.map(this);
        }
    }

    record FilterStep(FilterFunction<?> function) implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.filter(this);
        }
    }

    record FlatMapStep(FlatMapFunction<?, ?> function) implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.flatMap(this);
        }
    }

    record ProcessStep(FunctionSupplier<? extends ProcessFunction<?, ?>> supplier) implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.process(this);
        }
    }

    record KeyedProcessStep(FunctionSupplier<? extends KeyedProcessFunction<?, ?, ?>> supplier) implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.keyedProcess(this);
        }
    }

    record CoProcessStep(FunctionSupplier<? extends KeyedCoProcessFunction<?, ?, ?, ?>> supplier) implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.coProcess(this);
        }
    }

    record BroadcastProcessStep(FunctionSupplier<? extends KeyedBroadcastProcessFunction<?, ?, ?, ?>> supplier)
            implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.broadcastProcess(this);
        }
    }

    /** The second record of a pair is {@code lowerMs} to {@code upperMs} after the first, both inclusive. */
    record IntervalJoinStep(long lowerMs, long upperMs, JoinFunction<?, ?, ?> join, LateSides late)
            implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.intervalJoin(this);
        }
    }

    record WindowStep(WindowSpec spec, WindowContents contents) implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.window(this);
        }
    }

    record SinkStep(Sink<?> sink) implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.sink(this);
        }
    }

    /** Gives each superstep of an iteration its records: at first those that it reads, then those that its end has stored. */
    record IterationStart() implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.iterationStart(this);
        }
    }

    /**
     * Takes back the records of each superstep, and gives out those of the last.
     *
     * @param start name of the step that begins each superstep
     */
    record IterationEnd(String start, Until<?> until) implements StepKind {
        @Override
        public <A> A accept(Visitor<A> visitor) {
            return visitor.iterationEnd(this);
        }
    }

    /** One method a kind, so that a forgotten kind does not compile. */
    interface Visitor<A> {
        A source(SourceStep step);

        A map(MapStep step);

        A filter(FilterStep step);

        A flatMap(FlatMapStep step);

        A process(ProcessStep step);

        A keyedProcess(KeyedProcessStep step);

        A window(WindowStep step);

        A coProcess(CoProcessStep step);

        A broadcastProcess(BroadcastProcessStep step);

        A intervalJoin(IntervalJoinStep step);

        A sink(SinkStep step);

        A iterationStart(IterationStart step);

        A iterationEnd(IterationEnd step);
    }
}
