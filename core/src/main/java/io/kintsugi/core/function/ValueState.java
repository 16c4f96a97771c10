package io.kintsugi.core.function;

import org.jspecify.annotations.Nullable;

/** One value for the current key. Used by the task's thread only, and only while a record is being processed. */
public interface ValueState<S> {
    /** The value, or null when this key has none. A value that is changed in place must be {@link #set} again. */
    @Nullable
    S get();

    void set(S value);

    void clear();

    default S getOr(S fallback) {
        S value = get();
        return value == null ? fallback : value;
    }
}
