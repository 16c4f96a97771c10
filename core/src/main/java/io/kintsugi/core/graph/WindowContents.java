package io.kintsugi.core.graph;

import io.kintsugi.core.function.AggregateFunction;
import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.JoinFunction;
import io.kintsugi.core.function.ReduceFunction;
import io.kintsugi.core.function.WindowFunction;
import io.kintsugi.core.function.WindowProcessFunction;

/** What a window keeps of its records, and what it makes of that. */
public sealed interface WindowContents {
    record Aggregate(AggregateFunction<?, ?, ?> aggregate, WindowFunction<?, ?, ?> result) implements WindowContents {}

    record Reduce(ReduceFunction<?> reduce, WindowFunction<?, ?, ?> result) implements WindowContents {}

    /** All records of two streams, and each pair of them. */
    record Join(JoinFunction<?, ?, ?> join) implements WindowContents {}

    /** All records of a window. */
    record Collect(FunctionSupplier<? extends WindowProcessFunction<?, ?, ?>> supplier) implements WindowContents {}
}
