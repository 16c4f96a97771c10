package io.kintsugi.core.function;

import org.jspecify.annotations.Nullable;

/**
 * One value for the current key. Used by the task's thread only, and only while a record is being processed.
 *
 * <p>A value may be changed in place and {@link #set} again, but only until the record is done: then a checkpoint may store
 * it, while the next records are processed. So get it again for each record; {@link #get} gives a copy where that is needed.
 */
public interface ValueState<S> {
    /** The value, or null when this key has none. A value that is changed in place must be {@link #set} again. */
    @Nullable
    S get();

    /**
     * Throws {@link IllegalStateException} for the object that is there already, if it can be changed in place and was not
     * taken out with {@link #get} for this record.
     */
    void set(S value);

    void clear();

    default S getOr(S fallback) {
        S value = get();
        return value == null ? fallback : value;
    }
}
