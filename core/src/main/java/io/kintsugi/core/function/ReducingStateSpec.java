package io.kintsugi.core.function;

import io.kintsugi.core.model.Names;
import org.jspecify.annotations.Nullable;

/**
 * Declares one value for each key, that all values which are added become.
 *
 * @param name unique within the step, and kept: it finds the state again after a restart
 * @param type class of the values
 */
public record ReducingStateSpec<T>(
        String name,
        Class<T> type,
        ReduceFunction<T> reduce,
        @Nullable TtlSpec ttl) implements StateSpec {
    public ReducingStateSpec {
        Names.requireName("state", name);
        type = Boxes.boxed(type);
    }

    public static <T> ReducingStateSpec<T> of(String name, Class<T> type, ReduceFunction<T> reduce) {
        return new ReducingStateSpec<>(name, type, reduce, null);
    }

    public ReducingStateSpec<T> expires(TtlSpec after) {
        return new ReducingStateSpec<>(name, type, reduce, after);
    }
}
