package io.kintsugi.core.function;

/** What a {@code process} function can reach. Used by the task's thread only. */
public interface ProcessContext extends StepContext {
    /**
     * The state that {@link StatefulFunction#states()} declares under this spec; asked for in {@code open}, used in
     * {@code process} for the current key. Throws {@link IllegalArgumentException} for a spec that was not declared.
     */
    <S> ValueState<S> state(ValueStateSpec<S> spec);

    /** Timestamp of the current record in milliseconds since 1970, or {@code Long.MIN_VALUE} where it has none. */
    long timestamp();

    /** Event time reached so far on all inputs, in milliseconds since 1970; {@code Long.MIN_VALUE} before any is known. */
    long watermark();

    /**
     * Emits to a side output, with the timestamp of the current record; dropped when no step reads it by
     * {@code Stream.sideOutput}.
     */
    <X> void emit(SideOutput<X> side, X value);
}
