package io.kintsugi.worker.exchange;

import io.kintsugi.core.element.Batch;
import org.jspecify.annotations.Nullable;

/**
 * Brings records into the order of their keys' hashes, and those of one hash into the order of time; what is equal stays in
 * the order in which it came. First all records are added, then all are taken. Used by the task's thread only.
 */
public interface GroupSort {
    /**
     * Records of one hash, one port and one timestamp, that follow each other.
     *
     * @param timestamp {@link Batch#NO_TIMESTAMP} for records without one
     */
    record Run(int hash, int port, long timestamp, Batch batch) {}

    /** Adds a record with the hash of its key, from the first stream of a step that connects two, 0, or the second, 1. */
    void add(Origin origin, Object value, long timestamp);

    /**
     * Where a record belongs.
     *
     * @param hash 0 or more
     * @param edge over which it has come; it tells how to encode the record
     */
    record Origin(int hash, int port, int edge) {}

    /** The next records; null behind the last. Nothing can be added behind the first call. */
    @Nullable
    Run next();

    /** Lets go of everything. */
    void close();
}
