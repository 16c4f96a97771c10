package io.kintsugi.worker.disk;

import org.jspecify.annotations.Nullable;

/** Records in their order. */
interface SortedRecords {
    /** Null behind the last. */
    @Nullable
    SortedRecord next();

    default void close() {}
}
