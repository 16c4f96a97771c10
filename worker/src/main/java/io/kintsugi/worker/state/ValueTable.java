package io.kintsugi.worker.state;

import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import org.jspecify.annotations.Nullable;

/** One value for each key. Remembers where the current key's value is, so that reading and writing it costs one search. */
final class ValueTable<S> implements ValueState<S> {
    private static final int ABSENT = -1;

    private final ValueStateSpec<S> spec;
    private final KeyTable<S> table = new KeyTable<>();
    private @Nullable Object key;
    private int index;
    private boolean searched;

    ValueTable(ValueStateSpec<S> spec) {
        this.spec = spec;
    }

    ValueStateSpec<S> spec() {
        return spec;
    }

    void key(Object current) {
        key = current;
        searched = false;
    }

    void noKey() {
        key = null;
        searched = false;
    }

    int size() {
        return table.size();
    }

    @Override
    public @Nullable S get() {
        int at = find();
        return at < 0 ? null : table.value(at);
    }

    @Override
    public void set(S value) {
        int at = find();
        if (at < 0) {
            index = table.insert(currentKey(), value);
        } else {
            table.value(at, value);
        }
    }

    @Override
    public void clear() {
        int at = find();
        if (at >= 0) {
            table.remove(at);
            index = ABSENT;
        }
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
                    "state '%s' was used outside the processing of a record: there is no key".formatted(spec.name()));
        }
        return key;
    }
}
