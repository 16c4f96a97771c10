package io.kintsugi.core.function;

import io.kintsugi.core.model.Names;

/**
 * Declares one value for each key.
 *
 * @param name unique within the step, and kept: it finds the state again after a restart
 * @param type class of the value
 */
public record ValueStateSpec<S>(String name, Class<S> type) {
    public ValueStateSpec {
        Names.requireName("state", name);
        type = Boxes.boxed(type);
    }

    public static <S> ValueStateSpec<S> of(String name, Class<S> type) {
        return new ValueStateSpec<>(name, type);
    }
}
