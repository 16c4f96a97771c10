package io.kintsugi.core.function;

import io.kintsugi.core.model.Names;
import org.jspecify.annotations.Nullable;

/**
 * Declares a map for each key, whose entries expire one by one.
 *
 * @param name unique within the step, and kept: it finds the state again after a restart
 * @param keyType class of the keys inside the map; its {@code hashCode} is made of values only
 * @param valueType class of the values
 */
public record MapStateSpec<K, V>(
        String name,
        Class<K> keyType,
        Class<V> valueType,
        @Nullable TtlSpec ttl) implements StateSpec {
    public MapStateSpec {
        Names.requireName("state", name);
        keyType = Boxes.boxed(keyType);
        valueType = Boxes.boxed(valueType);
    }

    public static <K, V> MapStateSpec<K, V> of(String name, Class<K> keyType, Class<V> valueType) {
        return new MapStateSpec<>(name, keyType, valueType, null);
    }

    public MapStateSpec<K, V> expires(TtlSpec after) {
        return new MapStateSpec<>(name, keyType, valueType, after);
    }
}
