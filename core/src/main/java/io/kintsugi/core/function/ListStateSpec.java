package io.kintsugi.core.function;

import io.kintsugi.core.model.Names;
import org.jspecify.annotations.Nullable;

/**
 * Declares a list for each key, which expires as a whole; in a step that does not work by key, one list for each subtask.
 *
 * @param name unique within the step, and kept: it finds the state again after a restart
 * @param type class of the elements
 * @param shared without keys only: after a restart each subtask has the elements of all, instead of a part
 */
public record ListStateSpec<E>(
        String name,
        Class<E> type,
        boolean shared,
        @Nullable TtlSpec ttl) implements StateSpec {
    public ListStateSpec {
        Names.requireName("state", name);
        type = Boxes.boxed(type);
    }

    public static <E> ListStateSpec<E> of(String name, Class<E> type) {
        return new ListStateSpec<>(name, type, false, null);
    }

    public ListStateSpec<E> expires(TtlSpec after) {
        return new ListStateSpec<>(name, type, shared, after);
    }

    /** After a restart each subtask begins with the elements of all subtasks, in the order of these. */
    public static <E> ListStateSpec<E> shared(String name, Class<E> type) {
        return new ListStateSpec<>(name, type, true, null);
    }
}
