package io.kintsugi.worker.state;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of keys and values by index, so that a caller who has searched once can read and write without searching
 * again. Linear probing, at most half full; removing moves the entries behind back (Knuth, The Art of Computer
 * Programming 3, 6.4, algorithm R). An index is good until the next insertion or removal.
 */
final class KeyTable<V> {
    private static final int CAPACITY_MIN = 8;
    /** Of all tables without entries: there is one for each key group. Never written. */
    private static final @Nullable Object[] NONE = new Object[1];

    private @Nullable Object[] keys = NONE;
    private @Nullable Object[] values = NONE;
    private int size;

    int size() {
        return size;
    }

    /** The index of {@code key}, or below 0 when it is not there. */
    int find(Object key) {
        int at = probe(key);
        return keys[at] == null ? -1 : at;
    }

    @SuppressWarnings("unchecked") // Only put writes values, and it takes a V.
    @Nullable
    V value(int index) {
        return (V) values[index];
    }

    void value(int index, V value) {
        values[index] = value;
    }

    /** Adds a key that is not there; returns its index. */
    int insert(Object key, V value) {
        if (size * 2 >= keys.length - 1) {
            grow();
        }
        int at = probe(key);
        keys[at] = key;
        values[at] = value;
        size++;
        return at;
    }

    void remove(int index) {
        int mask = keys.length - 1;
        int hole = index;
        int at = (hole + 1) & mask;
        for (Object key = keys[at]; key != null; key = keys[at]) {
            int home = home(key, mask);
            if (((at - home) & mask) >= ((at - hole) & mask)) {
                keys[hole] = key;
                values[hole] = values[at];
                hole = at;
            }
            at = (at + 1) & mask;
        }
        keys[hole] = null;
        values[hole] = null;
        size--;
    }

    @SuppressWarnings("unchecked") // Only put writes values, and it takes a V.
    void forEach(BiConsumer<Object, V> visitor) {
        for (int i = 0; i < keys.length; i++) {
            Object key = keys[i];
            if (key != null) {
                visitor.accept(key, (V) values[i]);
            }
        }
    }

    private int probe(Object key) {
        int mask = keys.length - 1;
        int at = home(key, mask);
        Object found = keys[at];
        while (found != null && !found.equals(key)) {
            at = (at + 1) & mask;
            found = keys[at];
        }
        return at;
    }

    private static int home(Object key, int mask) {
        int hash = key.hashCode() * 0x9e3779b9;
        return (hash ^ (hash >>> 15)) & mask;
    }

    private void grow() {
        @Nullable Object[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        keys = new Object[Math.max(CAPACITY_MIN, oldKeys.length * 2)];
        values = new Object[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            Object key = oldKeys[i];
            if (key != null) {
                int at = probe(key);
                keys[at] = key;
                values[at] = oldValues[i];
            }
        }
    }
}
