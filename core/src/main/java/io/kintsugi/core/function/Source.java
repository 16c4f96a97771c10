package io.kintsugi.core.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where records come from. The engine pulls; a source never pushes.
 *
 * @param <T> the records
 * @param <P> the position of one reader, enough to go on from there: a small immutable value such as a record of longs
 */
public interface Source<T, P> {
    /** Makes the reader of one subtask. Called on each start of the task; does no work yet. */
    SourceReader<T, P> reader(StepContext context);

    /** Class of the records; null where the type arguments of the source's own class say it. */
    default @Nullable Class<?> recordType() {
        return null;
    }

    /** Class of the positions, for storing them; null where the type arguments of the source's own class say it. */
    default @Nullable Class<P> positionType() {
        return null;
    }

    /** The classes of the events that its readers send; as {@link StatefulFunction#sendsEvents}. */
    default List<Class<?>> sendsEvents() {
        return List.of();
    }

    /** True when the source ends by itself. */
    default boolean bounded() {
        return false;
    }

    /**
     * True when a reader that was set back to a position emits the very same records again, in the same order. Then what
     * it emits twice can be dropped by number.
     */
    default boolean deterministic() {
        return true;
    }
}
