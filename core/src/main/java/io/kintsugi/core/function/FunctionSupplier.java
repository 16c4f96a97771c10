package io.kintsugi.core.function;

/** Makes one function for each subtask, so that a function may keep state in its fields. */
@FunctionalInterface
public interface FunctionSupplier<F> extends UserFunction {
    /**
     * A new instance at each call. Also called a few times while the job is built, on every node, so it does no work:
     * models are loaded and connections made in {@code open}.
     */
    F get();
}
