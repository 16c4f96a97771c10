package io.kintsugi.core.function;

/** Says which records go on. Shared between threads: keeps no state. */
@FunctionalInterface
public interface FilterFunction<T> extends UserFunction {
    /** True for a record that goes on; what it throws fails the task. */
    boolean keep(T value) throws Exception;
}
