package io.kintsugi.core.function;

/** Takes the records that a function emits. Used by the task's thread only, and only during the call it was given to. */
public interface Output<R> {
    /** Emits a record with the timestamp of the record that is being processed. */
    void emit(R value);

    /** Emits a record with its own timestamp, in milliseconds since 1970. */
    void emit(R value, long timestamp);
}
