package io.kintsugi.core.function;

/** Makes any number of records out of one record. Shared between threads: keeps no state. */
@FunctionalInterface
public interface FlatMapFunction<T, R> extends UserFunction {
    /**
     * Emits what becomes of {@code value}. The records of one call are held in memory until they are sent, so one call
     * emits a bounded number of them. What it throws fails the task.
     */
    void flatMap(T value, Output<R> out) throws Exception;
}
