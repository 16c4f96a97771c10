package io.kintsugi.testkit;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.worker.exchange.BatchStorage;
import io.kintsugi.worker.exchange.GroupSort;
import io.kintsugi.worker.exchange.PartitionInput;
import io.kintsugi.worker.exchange.PartitionOutput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the stages of a job hand on, by reference in memory. */
final class MemoryPartitions implements BatchStorage {
    private final Map<String, List<Batch>> sealed = new TreeMap<>();

    @Override
    public PartitionOutput create(ChannelId channel, int attempt) {
        List<Batch> written = new ArrayList<>();
        return new PartitionOutput() {
            @Override
            public int write(Batch batch) {
                written.add(batch);
                return 0;
            }

            @Override
            public void seal() {
                sealed.put(key(channel, attempt), written);
            }

            @Override
            public void close() {
                // It holds nothing open.
            }
        };
    }

    @Override
    public PartitionInput open(ChannelId channel, int attempt) {
        List<Batch> found = sealed.get(key(channel, attempt));
        if (found == null) {
            throw new IllegalStateException("no partition %s of attempt %d".formatted(channel, attempt));
        }
        Iterator<Batch> batches = found.iterator();
        return new PartitionInput() {
            @Override
            public @Nullable Batch next() {
                return batches.hasNext() ? batches.next() : null;
            }

            @Override
            public void close() {
                // It holds nothing open.
            }
        };
    }

    @Override
    public void delete(ChannelId channel, int attempt) {
        sealed.remove(key(channel, attempt));
    }

    private static String key(ChannelId channel, int attempt) {
        return channel + "@" + attempt;
    }

    @Override
    public GroupSort sort(AttemptId attempt, int batchRecords) {
        return new MemorySort(batchRecords);
    }

    private static final class MemorySort implements GroupSort {
        private final int batchRecords;
        private final List<Entry> entries = new ArrayList<>();
        private int at = -1;

        private record Entry(Origin origin, Object value, long timestamp) {}

        MemorySort(int batchRecords) {
            this.batchRecords = batchRecords;
        }

        @Override
        public void add(Origin origin, Object value, long timestamp) {
            entries.add(new Entry(origin, value, timestamp));
        }

        @Override
        public @Nullable Run next() {
            if (at < 0) {
                at = 0;
                entries.sort(
                        Comparator.<Entry>comparingInt(entry -> entry.origin().hash())
                                .thenComparingLong(Entry::timestamp));
            }
            if (at == entries.size()) {
                return null;
            }
            Entry first = entries.get(at);
            Batch batch = new Batch(1);
            while (at < entries.size() && batch.count() < batchRecords && isAlike(first, entries.get(at))) {
                batch.add(entries.get(at).value(), first.timestamp());
                at++;
            }
            return new Run(first.origin().hash(), first.origin().port(), first.timestamp(), batch);
        }

        private static boolean isAlike(Entry a, Entry b) {
            return a.origin().hash() == b.origin().hash()
                    && a.origin().port() == b.origin().port()
                    && a.timestamp() == b.timestamp();
        }

        @Override
        public void close() {
            entries.clear();
            at = 0;
        }
    }
}
