package io.kintsugi.core.function;

import io.kintsugi.core.model.Names;

/**
 * Declares a map that all subtasks of a step have in common.
 *
 * @param name unique within the step, and kept: it finds the state again after a restart
 * @param keyType class of the keys
 * @param valueType class of the values
 */
public record BroadcastStateSpec<X, Y>(String name, Class<X> keyType, Class<Y> valueType) {
    public BroadcastStateSpec {
        Names.requireName("broadcast state", name);
    }

    public static <X, Y> BroadcastStateSpec<X, Y> of(String name, Class<X> keyType, Class<Y> valueType) {
        return new BroadcastStateSpec<>(name, keyType, valueType);
    }
}
