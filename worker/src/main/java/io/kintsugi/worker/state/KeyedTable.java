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
    private final @Nullable TimeToLive ttl;
    private final KeyTable<V> table;
    private @Nullable Object key;
    private boolean searched;
    private boolean present;
    private boolean handedOut;

    /**
     * How a table keeps its values.
     *
     * @param copier of values that can be changed in place, else null
     * @param ttl null for values that never expire
     */
    record Keeping<V>(
            GroupRange range,
            CopyOnWrite sharing,
            @Nullable UnaryOperator<V> copier,
            @Nullable TimeToLive ttl) {}

    /** @param name for messages */
    KeyedTable(String name, Keeping<V> keeping) {
        this.name = name;
        this.range = keeping.range();
        this.mutable = keeping.copier() != null;
        this.ttl = keeping.ttl();
        this.table = new KeyTable<>(keeping.sharing(), keeping.copier());
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
        if (ttl != null && ttl.spec().onRead()) {
            table.stamp(ttl.now());
        }
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
        touch();
    }

    /** The current value was used for longer to come. */
    void touch() {
        if (ttl != null && find()) {
            table.stamp(ttl.now());
        }
    }

    void remove() {
        if (find()) {
            table.remove();
            present = false;
        }
    }

    /** Forgets all keys; called between records. */
    void clear() {
        noKey();
        table.clear();
    }

    /** Keys that have a value. */
    int size() {
        return table.size();
    }

    /** Removes some of what has expired; called between records. */
    void sweep(int places) {
        if (ttl != null) {
            noKey();
            table.sweep(places, ttl.latestExpired());
        }
    }

    KeyTable.Entries<V> freeze() {
        return table.freeze();
    }

    KeyTable.Entries<V> freeze(KeyTable.Saver<V> saver) {
        return table.freeze(saver);
    }

    /**
     * Adds a value that was stored.
     *
     * @param stamp 0 where it could not expire
     */
    void restore(Object stored, V value, long stamp) {
        noKey();
        if (!table.find(stored)) {
            table.insert(stored, value);
        }
        if (ttl != null) {
            table.stamp(stamp == 0 ? ttl.now() : stamp);
        }
    }

    private boolean find() {
        if (!searched) {
            present = table.find(currentKey());
            searched = true;
            if (present && ttl != null && table.stamp() <= ttl.latestExpired()) {
                table.remove();
                present = false;
            }
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
