package io.kintsugi.core.function;

import java.util.List;

/** A function that lives in one subtask: opened once, closed once, with declared state. */
public interface StatefulFunction {
    /**
     * The state that it keeps; names are unique within the step. Only a step after {@code keyBy} may have any, but for lists,
     * which belong to the subtask elsewhere. Asked before {@code open}, and while the job is built; always gives the same.
     */
    default List<? extends StateSpec> states() {
        return List.of();
    }

    /** Called once before the first record, where state is taken and models are loaded; may take long only in a blocking step. */
    default void open(ProcessContext context) throws Exception {}

    /**
     * Whether it works by the time of day, as with timers of it. Such a function is refused in batch mode when the job is
     * built; one that does not say so fails there when it sets a timer.
     */
    default boolean usesProcessingTime() {
        return false;
    }

    /**
     * The classes of the events that it sends, see {@link ProcessContext#send}. Asked while the job is built; always gives the
     * same. A job in batch mode is refused when it sends any.
     */
    default List<Class<?>> sendsEvents() {
        return List.of();
    }

    /**
     * Called once behind {@code open}, when the subtask is known and its state is there. In a step with {@code standby} an
     * instance may have been open for long by then, so what depends on the subtask or looks into its state belongs here.
     */
    default void begin(ProcessContext context) throws Exception {}

    /** Called once at the end, also after a failure; not after the death of the process. */
    default void close() throws Exception {}
}
