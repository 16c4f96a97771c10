package io.kintsugi.core.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map for the current key. Used by the task's thread only, and only while a record is being processed. Values may be
 * changed in place under the rules of {@link ValueState}: get them again for each record, and {@link #put} them.
 */
public interface MapState<K, V> {
    @Nullable
    V get(K key);

    void put(K key, V value);

    void remove(K key);

    boolean contains(K key);

    boolean isEmpty();

    /** A copy; in no order that means anything, but the same in each run. */
    List<K> keys();

    void clear();
}
