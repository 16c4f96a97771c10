package io.kintsugi.worker.state;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A value for each key. Reads and writes that of the current key, and remembers where it is, so that reading and writing it
 * costs one search.
 */
final class KeyedTable<V> {
    private final String name;
    private final GroupRange range;
    private final boolean mutable;
    private final KeyTable<V> table;
    private @Nullable Object key;
    private boolean searched;
    private boolean present;
    private boolean handedOut;

    /**
     * @param name for messages
     * @param copier of values that can be changed in place, else null
     */
    KeyedTable(String name, GroupRange range, CopyOnWrite sharing, @Nullable UnaryOperator<V> copier) {
        this.name = name;
        this.range = range;
        this.mutable = copier != null;
        this.table = new KeyTable<>(sharing, copier);
    }

    String name() {
        return name;
    }

    void key(Object current) {
        key = current;
        searched = false;
        handedOut = false;
    }

    void noKey() {
        key = null;
        searched = false;
    }

    /** The value, which may be changed in place until the key changes; null for none. */
    @Nullable
    V get() {
        if (!find()) {
            return null;
        }
        handedOut = true;
        return table.value();
    }

    /**
     * Throws {@link IllegalStateException} for a value that was handed out for an earlier record: a capture may have seen
     * it in between, and would see the change.
     */
    void set(V value) {
        if (!find()) {
            range.requireOwned(currentKey());
            table.insert(currentKey(), value);
            present = true;
        } else {
            if (mutable && !handedOut && table.peek() == value) {
                throw new IllegalStateException(
                        "state '%s': the value was taken out for an earlier record and may be stored right now: get it again before it is changed"
                                .formatted(name));
            }
            table.value(value);
        }
        handedOut = true;
    }

    void remove() {
        if (find()) {
            table.remove();
            present = false;
        }
    }

    /** Keys that have a value. */
    int size() {
        return table.size();
    }

    KeyTable<V> frozen() {
        return table.frozen();
    }

    /** Adds a value that was stored. */
    void restore(Object stored, V value) {
        noKey();
        if (table.find(stored)) {
            table.value(value);
        } else {
            table.insert(stored, value);
        }
    }

    private boolean find() {
        if (!searched) {
            present = table.find(currentKey());
            searched = true;
        }
        return present;
    }

    private Object currentKey() {
        if (key == null) {
            throw new IllegalStateException(
                    "state '%s' was used outside the processing of a record: there is no key".formatted(name));
        }
        return key;
    }
}
