package io.kintsugi.core.function;

import org.jspecify.annotations.Nullable;

/** What all values together became that were added for the current key. Used as {@link ValueState}. */
public interface ReducingState<T> {
    /** Null when nothing was added. */
    @Nullable
    T get();

    void add(T value) throws Exception;

    void clear();
}
