package io.kintsugi.worker.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.worker.exchange.GroupSort;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sorts much more than fits, without keeping what it expects in memory. With 10 million records in 64 MiB:
 * {@code -Dsort.records=10000000 -Dsort.memory-bytes=67108864}, in a heap of 160 MiB.
 */
final class ExternalSortLoadTest {
    private static final int RECORDS = Integer.getInteger("sort.records", 500_000);
    private static final int MEMORY = Integer.getInteger("sort.memory-bytes", 1 << 20);
    private static final int SEED = 42;

    @TempDir
    private Path folder;

    @Test
    void sortsManyTimesWhatFitsIntoItsMemory() {
        SplittableRandom random = new SplittableRandom(SEED);
        ExternalSort sort = new ExternalSort(
                new ExternalSort.Setting(folder.resolve("run"), ExternalSortTest.codec(), MEMORY, 1_000));
        long added = 0;
        for (long i = 0; i < RECORDS; i++) {
            GroupSort.Origin origin = new GroupSort.Origin(random.nextInt(), 0, 0);
            long timestamp = random.nextInt(1_000);
            sort.add(origin, i, timestamp);
            added += mixed(origin.hash(), timestamp, i);
        }
        assertThat(sort.runs()).as("runs on disk").isGreaterThan(1);

        long count = 0;
        long taken = 0;
        GroupSort.Run before = null;
        long last = 0;
        for (GroupSort.Run run = sort.next(); run != null; run = sort.next()) {
            for (int i = 0; i < run.batch().count(); i++) {
                long value = (Long) run.batch().value(i);
                assertThat(before == null || isBehind(run, value, before, last))
                        .as("record %d: %s %d behind %s %d", count, run, value, before, last)
                        .isTrue();
                before = run;
                last = value;
                count++;
                taken += mixed(run.hash(), run.timestamp(), value);
            }
        }
        sort.close();

        assertThat(count).isEqualTo(RECORDS);
        assertThat(taken).as("sum over all records, mixed").isEqualTo(added);
        assertThat(folder).isEmptyDirectory();
    }

    /** By hash, then by time, and equal ones as they came, which their values tell. */
    private static boolean isBehind(GroupSort.Run run, long value, GroupSort.Run before, long last) {
        if (run.hash() != before.hash()) {
            return run.hash() > before.hash();
        }
        return run.timestamp() > before.timestamp() || (run.timestamp() == before.timestamp() && value > last);
    }

    /** A sum of these differs where a record is missing, twice, or other than it was. */
    private static long mixed(int hash, long timestamp, long value) {
        return new SplittableRandom(hash * 31L * 1_000_003 + timestamp * 7_919 + value).nextLong();
    }
}
