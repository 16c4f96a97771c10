package io.kintsugi.core.function;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map that is the same in all subtasks, since all of them see the same broadcast records. Used by the task's thread only;
 * changed only while a broadcast record is processed: elsewhere a change throws {@link IllegalStateException}.
 */
public interface BroadcastState<X, Y> {
    /** The value, or null. One that is changed in place must be {@link #put} again. */
    @Nullable
    Y get(X key);

    void put(X key, Y value);

    void remove(X key);

    /** All keys, in the order in which they were first put; not to be changed. */
    Set<X> keys();
}
