package io.kintsugi.core.function;

import io.kintsugi.core.window.Window;

/** Makes the record that a window emits. Shared between threads: keeps no state. */
@FunctionalInterface
public interface WindowFunction<K, V, R> extends UserFunction {
    /** Never returns null. Its timestamp is the last millisecond of the window. */
    R apply(K key, Window window, V value) throws Exception;
}
