package io.kintsugi.connectors.generator;

import io.kintsugi.core.function.UserFunction;

/** Computes the record at an index. Shared between threads: keeps no state. */
@FunctionalInterface
public interface GeneratorFunction<T> extends UserFunction {
    /**
     * The same index gives an equal record each time and in every JVM; never returns null.
     *
     * @param index from 0
     */
    T record(long index) throws Exception;
}
