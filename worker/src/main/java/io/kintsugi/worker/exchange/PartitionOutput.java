package io.kintsugi.worker.exchange;

import io.kintsugi.core.element.Batch;

/** Writes the records of one channel, to be read when all are there. Used by the task's thread only. */
public interface PartitionOutput {
    /** Returns the encoded size in bytes, 0 where nothing is encoded. */
    int write(Batch batch);

    /** All records are there: from now on they can be read. */
    void seal();

    /** Lets go of what is open; without {@link #seal} before, the records are lost. */
    void close();
}
