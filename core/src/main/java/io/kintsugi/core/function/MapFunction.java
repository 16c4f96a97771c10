package io.kintsugi.core.function;

/** Makes one record out of one record. Shared between threads: keeps no state. */
@FunctionalInterface
public interface MapFunction<T, R> extends UserFunction {
    /** Never returns null; what it throws fails the task. */
    R map(T value) throws Exception;
}
