package io.kintsugi.core.function;

import io.kintsugi.core.model.Names;
import org.jspecify.annotations.Nullable;

/**
 * Declares one value for each key.
 *
 * @param name unique within the step, and kept: it finds the state again after a restart
 * @param type class of the value
 */
public record ValueStateSpec<S>(
        String name, Class<S> type, @Nullable TtlSpec ttl) implements StateSpec {
    public ValueStateSpec {
        Names.requireName("state", name);
        type = Boxes.boxed(type);
    }

    public static <S> ValueStateSpec<S> of(String name, Class<S> type) {
        return new ValueStateSpec<>(name, type, null);
    }

    public ValueStateSpec<S> expires(TtlSpec after) {
        return new ValueStateSpec<>(name, type, after);
    }
}
