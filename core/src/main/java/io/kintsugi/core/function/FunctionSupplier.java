package io.kintsugi.core.function;

/** Makes one function for each subtask, so that a function may keep state in its fields. */
@FunctionalInterface
public interface FunctionSupplier<F> extends UserFunction {
    /** A new instance at each call. */
    F get();
}
