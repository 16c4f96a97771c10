package io.kintsugi.core.function;

/** Takes the records that a source reads. */
public interface SourceOutput<T> {
    /** Emits a record that has no timestamp yet. */
    void emit(T value);

    /** Emits a record with its event time in milliseconds since 1970. */
    void emit(T value, long timestamp);

    /**
     * Tells something to all functions and sinks behind the source, as {@link ProcessContext#send} does.
     *
     * @param event of a class that {@link Source#sendsEvents} has; not to be changed any more
     * @throws IllegalStateException for an event of another class
     */
    void send(Object event);
}
