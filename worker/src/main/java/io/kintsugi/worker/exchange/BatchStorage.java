package io.kintsugi.worker.exchange;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;

/** Where the tasks of one job in batch mode keep what is too much for memory, on this worker. */
public interface BatchStorage {
    /** Begins the partition of a channel, as this attempt of the producer makes it. */
    PartitionOutput create(ChannelId channel, int attempt);

    /** Reads a partition that was sealed, from its beginning. */
    PartitionInput open(ChannelId channel, int attempt);

    /** Deletes a partition, if there is one. */
    void delete(ChannelId channel, int attempt);

    /** @param batchRecords records in a run at most */
    GroupSort sort(AttemptId attempt, int batchRecords);

    /** For a job in streaming mode, which keeps nothing. */
    static BatchStorage none() {
        return None.INSTANCE;
    }

    /** Refuses everything, since only a bug can ask for it. */
    final class None implements BatchStorage {
        private static final None INSTANCE = new None();

        private None() {}

        @Override
        public PartitionOutput create(ChannelId channel, int attempt) {
            throw noStorage();
        }

        @Override
        public PartitionInput open(ChannelId channel, int attempt) {
            throw noStorage();
        }

        @Override
        public void delete(ChannelId channel, int attempt) {
            throw noStorage();
        }

        @Override
        public GroupSort sort(AttemptId attempt, int batchRecords) {
            throw noStorage();
        }

        private static IllegalStateException noStorage() {
            return new IllegalStateException("a job in streaming mode has no place for partitions");
        }
    }
}
