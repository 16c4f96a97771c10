package io.kintsugi.worker.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.worker.exchange.GroupSort;
import io.kintsugi.worker.exchange.PartitionInput;
import io.kintsugi.worker.exchange.PartitionOutput;
import io.kintsugi.worker.net.RecordCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExternalSortTest {
    private static final int MEMORY = 64 * 1024;
    private static final ChannelId CHANNEL = new ChannelId(0, 0, 0);
    private static final RecordCodec CODEC = codec();

    @TempDir
    private Path folder;

    static RecordCodec codec() {
        JobDraft draft = Job.named("sorted").recordTypes(Long.class, String.class);
        draft.source("read", new Numbers()).rebalance().sink("write", context -> (Long value, long timestamp) -> {});
        return RecordCodec.of(
                draft.build().graph(), ChannelSettings.defaults(), ExternalSortTest.class.getClassLoader());
    }

    private record Added(int hash, long timestamp, int port, long value) {}

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1_000, 200_000})
    void sortsMoreThanFitsAndKeepsTheOrderOfEquals(int records) throws IOException {
        SplittableRandom random = new SplittableRandom(records);
        List<Added> added = new ArrayList<>();
        GroupSort sort = sort();
        for (int i = 0; i < records; i++) {
            Added one = new Added(random.nextInt(100), random.nextInt(50) - 25, random.nextInt(2), i);
            added.add(one);
            sort.add(new GroupSort.Origin(one.hash(), one.port(), 0), one.value(), one.timestamp());
        }
        assertThat(files()).hasSizeGreaterThanOrEqualTo(records > 100_000 ? ExternalSort.MERGE_WIDTH + 1 : 0);

        List<Added> taken = drain(sort);

        added.sort(Comparator.comparingInt(Added::hash).thenComparingLong(Added::timestamp));
        assertThat(taken).isEqualTo(added);
        sort.close();
        assertThat(files()).isEmpty();
    }

    @Test
    void sortsRecordsWithoutTimeByTheirKeysAlone() {
        GroupSort sort = sort();
        for (long i = 0; i < 10; i++) {
            sort.add(new GroupSort.Origin((int) (i % 2), 0, 0), i, Batch.NO_TIMESTAMP);
        }

        assertThat(drain(sort)).extracting(Added::value).containsExactly(0L, 2L, 4L, 6L, 8L, 1L, 3L, 5L, 7L, 9L);
    }

    @Test
    void refusesARecordThatIsLargerThanItsMemory() {
        GroupSort sort = new PartitionFiles(folder, CODEC, 100, new ExchangeUsage()).sort(attempt(), 10);

        assertThatThrownBy(() -> sort.add(new GroupSort.Origin(0, 0, 0), "x".repeat(100), 0))
                .hasMessageContaining("exchange.sort-bytes");
    }

    @Test
    void readsAPartitionAsItWasWritten() {
        PartitionFiles files = new PartitionFiles(folder, CODEC, MEMORY, new ExchangeUsage());
        PartitionOutput out = files.create(CHANNEL, 1);
        Batch batch = new Batch(8);
        for (long i = 0; i < 50_000; i++) {
            batch.add(i, i * 3);
        }
        out.write(batch);
        out.seal();

        assertThat(values(files.open(CHANNEL, 1)))
                .hasSize(50_000)
                .isSorted()
                .startsWith(0L)
                .endsWith(49_999L);
        assertThat(values(files.open(CHANNEL, 1))).hasSize(50_000);
    }

    @Test
    void knowsWhatItsPartitionsTakeOfTheDisk() throws IOException {
        ExchangeUsage usage = new ExchangeUsage();
        PartitionFiles files = new PartitionFiles(folder, CODEC, MEMORY, usage);
        PartitionOutput out = files.create(CHANNEL, 1);
        Batch batch = new Batch(8);
        for (long i = 0; i < 50_000; i++) {
            batch.add(i, i * 3);
        }
        out.write(batch);
        out.seal();
        files.create(CHANNEL, 2).close();
        long size = Files.size(files().get(0)) + Files.size(files().get(1));

        assertThat(usage.partitions()).isEqualTo(2);
        assertThat(usage.bytes())
                .isEqualTo(size)
                .isEqualTo(usage.writtenBytes())
                .isPositive();

        values(files.open(CHANNEL, 1));
        values(files.open(CHANNEL, 1));
        files.delete(CHANNEL, 1);
        usage.deletedAll(folder);

        assertThat(usage.readBytes())
                .isBetween(2 * size - 100, 2 * size); // Behind the last record nobody looks for the end.
        assertThat(usage.partitions()).isZero();
        assertThat(usage.bytes()).isZero();
        assertThat(usage.writtenBytes()).isEqualTo(size);
    }

    @Test
    void findsDamage() throws IOException {
        PartitionFiles files = new PartitionFiles(folder, CODEC, MEMORY, new ExchangeUsage());
        PartitionOutput out = files.create(CHANNEL, 1);
        Batch batch = new Batch(8);
        for (long i = 0; i < 1_000; i++) {
            batch.add(i, 0);
        }
        out.write(batch);
        out.seal();
        Path file = files().get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);

        assertThatThrownBy(() -> values(files.open(CHANNEL, 1)))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseMessage(rootMessage(file));
    }

    private static String rootMessage(Path file) {
        try (BlockInput input = new BlockInput(file)) {
            input.readAllBytes();
            return "nothing is damaged";
        } catch (IOException e) {
            assertThat(e).hasMessageContaining(file.toString()).hasMessageContaining("expected CRC-32C");
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void findsAFileThatWasCutOff() throws IOException {
        PartitionFiles files = new PartitionFiles(folder, CODEC, MEMORY, new ExchangeUsage());
        PartitionOutput out = files.create(CHANNEL, 1);
        Batch batch = new Batch(8);
        batch.add(1L, 0);
        out.write(batch);
        out.close();

        assertThatThrownBy(() -> values(files.open(CHANNEL, 1))).hasRootCauseMessage(rootCause());
    }

    private String rootCause() throws IOException {
        return files().get(0) + " is damaged: block 0: expected a block or the end, found the file cut off;"
                + " what it holds is made again";
    }

    private static List<Long> values(PartitionInput input) {
        List<Long> values = new ArrayList<>();
        for (Batch batch = input.next(); batch != null; batch = input.next()) {
            for (int i = 0; i < batch.count(); i++) {
                values.add((Long) batch.value(i));
            }
        }
        input.close();
        return values;
    }

    private GroupSort sort() {
        return new PartitionFiles(folder, CODEC, MEMORY, new ExchangeUsage()).sort(attempt(), 100);
    }

    private static AttemptId attempt() {
        return AttemptId.first(new TaskId("sum", 0));
    }

    private static List<Added> drain(GroupSort sort) {
        List<Added> taken = new ArrayList<>();
        for (GroupSort.Run run = sort.next(); run != null; run = sort.next()) {
            for (int i = 0; i < run.batch().count(); i++) {
                assertThat(run.batch().timestamp(i)).isEqualTo(run.timestamp());
                taken.add(new Added(run.hash(), run.timestamp(), run.port(), (Long)
                        run.batch().value(i)));
            }
        }
        return taken;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(Files::isRegularFile).toList();
        }
    }

    private static final class Numbers implements Source<Long, Long> {
        @Override
        public SourceReader<Long, Long> reader(StepContext context) {
            throw new UnsupportedOperationException("this job is not run");
        }
    }
}
