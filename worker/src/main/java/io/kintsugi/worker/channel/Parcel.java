package io.kintsugi.worker.channel;

import io.kintsugi.core.element.Batch;

/** The records of one data frame: as they are inside one JVM, or already encoded for another. */
public interface Parcel {
    /** Number of records, at least 1. */
    int count();

    /** Encoded size in bytes; 0 where the records travel by reference. */
    int bytes();

    /** The records. Called by the consuming task's thread, once or again after a resend; decodes if need be. */
    Batch open();

    /** Passes the batch itself. */
    record ByReference(Batch batch) implements Parcel {
        @Override
        public int count() {
            return batch.count();
        }

        @Override
        public int bytes() {
            return 0;
        }

        @Override
        public Batch open() {
            return batch;
        }
    }

    /** The records of a parcel without the first {@code skip}, which its consumer has already. */
    record Trimmed(Parcel whole, int skip) implements Parcel {
        @Override
        public int count() {
            return whole.count() - skip;
        }

        @Override
        public int bytes() {
            return whole.bytes();
        }

        @Override
        public Batch open() {
            return whole.open().slice(skip, whole.count());
        }
    }
}
