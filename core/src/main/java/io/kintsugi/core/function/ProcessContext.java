package io.kintsugi.core.function;

/** What a {@code process} function can reach. Used by the task's thread only. */
public interface ProcessContext extends StepContext {
    /**
     * The state that {@link StatefulFunction#states()} declares under this spec; asked for in {@code open}, used in
     * {@code process} for the current key. Throws {@link IllegalArgumentException} for a spec that was not declared.
     */
    <S> ValueState<S> state(ValueStateSpec<S> spec);

    /** As {@link #state(ValueStateSpec)}; in a step that does not work by key, a list of the subtask. */
    <E> ListState<E> state(ListStateSpec<E> spec);

    /** As {@link #state(ValueStateSpec)}. */
    <K, V> MapState<K, V> state(MapStateSpec<K, V> spec);

    /** As {@link #state(ValueStateSpec)}. */
    <T> ReducingState<T> state(ReducingStateSpec<T> spec);

    /** As {@link #state(ValueStateSpec)}. */
    <T, A, V> AggregatingState<T, V> state(AggregatingStateSpec<T, A, V> spec);

    /**
     * The timers of the current key. Throws {@link IllegalStateException} in a step that does not work by key, and where
     * there is no current key.
     */
    Timers timers();

    /** Timestamp of the current record in milliseconds since 1970, or {@code Long.MIN_VALUE} where it has none. */
    long timestamp();

    /**
     * Event time reached so far on all inputs, in milliseconds since 1970: earlier records are late. {@code Long.MIN_VALUE}
     * before any is known, {@code Long.MAX_VALUE} at the end of the input.
     */
    long watermark();

    /**
     * Emits to a side output, with the timestamp of the current record; dropped when no step reads it by
     * {@code Stream.sideOutput}.
     */
    <X> void emit(SideOutput<X> side, X value);

    /**
     * Tells something to all functions and sinks behind this one that want to hear it, see {@code onEvent}: behind what was
     * emitted before and ahead of what is emitted later, on all outputs and through all steps. Each subtask hears it once, on
     * the first channel that brings it, so records of other channels that were emitted before it may come later.
     *
     * <p>It is no record, so it is not counted, and it is not in a state. After a recovery it may come again; where single tasks
     * restart, or a consumer is away, it may also get lost. Not for {@code open}.
     *
     * @param event of a class that {@link StatefulFunction#sendsEvents} has; not to be changed any more
     * @throws IllegalStateException for an event of another class
     */
    void send(Object event);
}
