package io.kintsugi.core.function;

/** Makes one record of a pair. Shared between threads: keeps no state. */
@FunctionalInterface
public interface JoinFunction<A, B, R> extends UserFunction {
    /** Never returns null; what it throws fails the task. */
    R join(A first, B second) throws Exception;
}
