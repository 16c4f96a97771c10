package io.kintsugi.core.function;

/** Makes one record out of two, in any grouping. Shared between threads: keeps no state. */
@FunctionalInterface
public interface ReduceFunction<T> extends UserFunction {
    /** Changes neither of them. */
    T reduce(T left, T right) throws Exception;
}
