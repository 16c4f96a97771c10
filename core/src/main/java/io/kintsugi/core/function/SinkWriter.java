package io.kintsugi.core.function;

/** Writes the share of one subtask. Used by the task's thread only; blocks only in a blocking step. */
public interface SinkWriter<T> {
    /** Called once before the first record. */
    default void open() throws Exception {}

    /** @param timestamp milliseconds since 1970, or {@code Long.MIN_VALUE} for a record that has none */
    void write(T value, long timestamp) throws Exception;

    /** Called for each event that a function or a source before it has sent, see {@link ProcessContext#send}. */
    default void onEvent(Object event) throws Exception {}

    /** Makes all that was written visible; called at the end of the input and in between, see {@code sink.flush-ms}. */
    default void flush() throws Exception {}

    /** Called once at the end, also after a failure. */
    default void close() throws Exception {}
}
