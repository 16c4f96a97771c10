package io.kintsugi.core.function;

/** Reads the share of one subtask. Used by the task's thread only. */
public interface SourceReader<T, P> {
    /** Called once, after {@link #seek} if there is a position to go on from. Blocks only in a blocking step. */
    default void open() throws Exception {}

    /**
     * Emits up to {@code limit} records that are there, without waiting for more.
     *
     * @param limit at least 1
     * @param nowNs monotonic time in nanoseconds, for sources that keep a pace
     */
    ReadStatus read(SourceOutput<T> out, int limit, long nowNs) throws Exception;

    /** How long to leave the reader alone after {@link ReadStatus#IDLE}, in nanoseconds; at most 1 s is used. */
    default long idleNs() {
        return 1_000_000;
    }

    /** Behind the last record that was emitted. */
    P position();

    /** Goes on from {@code position}; called before {@link #open}. */
    void seek(P position);

    /** Called once at the end, also after a failure. */
    default void close() throws Exception {}
}
