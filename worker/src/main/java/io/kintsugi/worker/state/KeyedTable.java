package io.kintsugi.worker.state;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A value for each key, in one table a key group. Reads and writes that of the current key, and remembers where it is, so
 * that reading and writing it costs one search.
 */
final class KeyedTable<V> {
    private static final int ABSENT = -1;

    private final String name;
    private final List<KeyTable<V>> groups;
    private KeyTable<V> table;
    private @Nullable Object key;
    private int index;
    private boolean searched;

    /** @param name for messages */
    KeyedTable(String name, int groupCount) {
        this.name = name;
        this.groups =
                IntStream.range(0, groupCount).mapToObj(i -> new KeyTable<V>()).toList();
        this.table = groups.get(0);
    }

    /** @param group position of the key's group, from 0 */
    void key(Object current, int group) {
        key = current;
        table = groups.get(group);
        searched = false;
    }

    void noKey() {
        key = null;
        searched = false;
    }

    @Nullable
    V get() {
        int at = find();
        return at < 0 ? null : table.value(at);
    }

    void set(V value) {
        int at = find();
        if (at < 0) {
            index = table.insert(currentKey(), value);
        } else {
            table.value(at, value);
        }
    }

    void remove() {
        int at = find();
        if (at >= 0) {
            table.remove(at);
            index = ABSENT;
        }
    }

    /** Keys that have a value. */
    int size() {
        return groups.stream().mapToInt(KeyTable::size).sum();
    }

    /** @param group position, from 0 */
    void forEach(int group, BiConsumer<Object, V> visitor) {
        groups.get(group).forEach(visitor);
    }

    private int find() {
        if (!searched) {
            index = table.find(currentKey());
            searched = true;
        }
        return index;
    }

    private Object currentKey() {
        if (key == null) {
            throw new IllegalStateException(
                    "state '%s' was used outside the processing of a record: there is no key".formatted(name));
        }
        return key;
    }
}
