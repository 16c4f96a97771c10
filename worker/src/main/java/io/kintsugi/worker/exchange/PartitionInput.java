package io.kintsugi.worker.exchange;

import io.kintsugi.core.element.Batch;
import org.jspecify.annotations.Nullable;

/** Reads the records of one channel from the first to the last. Used by the task's thread only. */
public interface PartitionInput {
    /** The next records, in the order in which they were written; null behind the last. */
    @Nullable
    Batch next();

    void close();
}
