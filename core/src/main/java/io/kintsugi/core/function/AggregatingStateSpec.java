package io.kintsugi.core.function;

import io.kintsugi.core.model.Names;
import org.jspecify.annotations.Nullable;

/**
 * Declares an accumulator for each key, that all values which are added go into.
 *
 * @param name unique within the step, and kept: it finds the state again after a restart
 * @param type class of the accumulator, which is what is stored
 */
public record AggregatingStateSpec<T, A, V>(
        String name,
        Class<A> type,
        AggregateFunction<T, A, V> aggregate,
        @Nullable TtlSpec ttl) implements StateSpec {
    public AggregatingStateSpec {
        Names.requireName("state", name);
        type = Boxes.boxed(type);
    }

    public static <T, A, V> AggregatingStateSpec<T, A, V> of(
            String name, Class<A> type, AggregateFunction<T, A, V> aggregate) {
        return new AggregatingStateSpec<>(name, type, aggregate, null);
    }

    public AggregatingStateSpec<T, A, V> expires(TtlSpec after) {
        return new AggregatingStateSpec<>(name, type, aggregate, after);
    }
}
