package io.kintsugi.core.function;

import org.jspecify.annotations.Nullable;

/** The result of all values that were added for the current key. Used as {@link ValueState}. */
public interface AggregatingState<T, V> {
    /** Null when nothing was added. */
    @Nullable
    V get();

    void add(T value);

    void clear();
}
