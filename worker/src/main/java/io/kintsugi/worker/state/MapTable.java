package io.kintsugi.worker.state;

import io.kintsugi.core.function.MapState;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.worker.schema.RowCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * State of one map for each key. The maps are tables themselves, in the same generations: to copy one costs no more than its
 * directory. Entries expire one by one; each change of a map also removes some that have.
 */
final class MapTable<K, V> implements MapState<K, V>, KeyedPart {
    private static final int SWEPT_PLACES = 16;

    private final MapStateSpec<K, V> spec;
    private final KeyedTable<KeyTable<V>> table;
    private final CopyOnWrite sharing;
    private final @Nullable UnaryOperator<V> copier;
    private final @Nullable TimeToLive ttl;

    MapTable(MapStateSpec<K, V> spec, TableSetting setting) {
        KeyedTable.Keeping<KeyTable<V>> outer = setting.keeping(KeyTable::copy, spec.ttl());
        this.spec = spec;
        this.sharing = setting.sharing();
        this.copier = setting.copier(spec.valueType());
        this.ttl = outer.ttl();
        this.table = new KeyedTable<>(spec.name(), outer);
    }

    MapStateSpec<K, V> spec() {
        return spec;
    }

    KeyedTable<KeyTable<V>> table() {
        return table;
    }

    @Override
    public @Nullable V get(K key) {
        KeyTable<V> map = table.get();
        if (map == null || !find(map, key)) {
            return null;
        }
        if (ttl != null && ttl.spec().onRead()) {
            map.stamp(ttl.now());
        }
        return map.value();
    }

    @Override
    public void put(K key, V value) {
        KeyTable<V> map = findOrAdd();
        put(map, key, value, ttl == null ? 0 : ttl.now());
        table.touch();
        if (ttl != null) {
            map.sweep(SWEPT_PLACES, ttl.latestExpired());
        }
    }

    private KeyTable<V> findOrAdd() {
        KeyTable<V> found = table.get();
        if (found != null) {
            return found;
        }
        KeyTable<V> added = new KeyTable<>(sharing, copier);
        table.set(added);
        return added;
    }

    private void put(KeyTable<V> map, Object key, V value, long stamp) {
        if (map.find(key)) {
            map.value(value);
        } else {
            map.insert(key, value);
        }
        if (ttl != null) {
            map.stamp(stamp);
        }
    }

    @Override
    public void remove(K key) {
        KeyTable<V> map = table.get();
        if (map != null && map.find(key)) {
            map.remove();
            if (map.size() == 0) {
                table.remove();
            }
        }
    }

    @Override
    public boolean contains(K key) {
        KeyTable<V> map = table.get();
        return map != null && find(map, key);
    }

    @Override
    public boolean isEmpty() {
        return ttl == null ? table.get() == null : keys().isEmpty();
    }

    @Override
    @SuppressWarnings("unchecked") // Only K's are put.
    public List<K> keys() {
        KeyTable<V> map = table.get();
        List<K> keys = new ArrayList<>();
        if (map != null) {
            long latestExpired = ttl == null ? Long.MIN_VALUE : ttl.latestExpired();
            forEach(map, (key, value, stamp) -> {
                if (stamp > latestExpired) {
                    keys.add((K) key);
                }
            });
        }
        return keys;
    }

    private static <V> void forEach(KeyTable<V> map, KeyTable.EntryVisitor<V> visitor) {
        try {
            map.forEach(visitor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the entry instead when it has expired. */
    private boolean find(KeyTable<V> map, K key) {
        if (!map.find(key)) {
            return false;
        }
        if (ttl != null && map.stamp() <= ttl.latestExpired()) {
            map.remove();
            return false;
        }
        return true;
    }

    @Override
    public void clear() {
        table.remove();
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public Section.Kind kind() {
        return Section.Kind.MAP;
    }

    @Override
    public List<RowCodec.Column> columns(KeyedCodecs codecs) {
        return List.of(
                codecs.key(),
                codecs.column("entry", spec.keyType()),
                codecs.column("value", spec.valueType()),
                codecs.column(KeyedCodecs.STAMP, long.class));
    }

    @Override
    public Rows freeze() {
        KeyTable.Entries<KeyTable<V>> frozen = table.freeze();
        return visitor -> frozen.forEach(
                (key, map, used) -> map.forEach((entry, value, stamp) -> visitor.visit(key, key, entry, value, stamp)));
    }

    @Override
    public void restore(Row row) {
        table.key(row.key());
        long stamp = row.number(3);
        put(
                findOrAdd(),
                row.object(1),
                spec.valueType().cast(row.object(2)),
                stamp == 0 && ttl != null ? ttl.now() : stamp);
        table.noKey();
    }
}
