package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.model.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobTestDriverTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int RECORDS = 20_000;
    private static final int KEYS = 37;

    private final List<Count> collected = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"1, 1, 32, 1000", "2, 3, 32, 1000", "3, 4, 2, 7", "4, 1, 2, 1", "1, 5, 3, 64"})
    void countsEveryRecordOfEveryKeyOnceWhateverTheParallelismAndTheWindow(
            int sources, int counters, int windowFrames, int batchRecords) {
        JobDraft draft = Job.named("counts");
        draft.source("numbers", GeneratorSource.numbers().records(RECORDS))
                .parallelism(sources)
                .keyBy(value -> value % KEYS)
                .process("count", Counter::new)
                .parallelism(counters)
                .rebalance()
                .sink("out", collect())
                .parallelism(2);

        try (JobTestDriver driver = JobTestDriver.start(draft.build(), channels(windowFrames, batchRecords))) {
            driver.runToEnd(LIMIT);
        }

        Map<Long, Long> highest = new TreeMap<>();
        collected.forEach(count -> highest.merge(count.key(), count.count(), Math::max));
        assertThat(collected).hasSize(RECORDS).doesNotHaveDuplicates();
        assertThat(highest).isEqualTo(oracle());
    }

    @Test
    void passesEverythingThroughUnionsBroadcastsAndTwoEdgesBetweenTheSameSteps() {
        JobDraft draft = Job.named("shapes");
        Stream<Long> numbers = draft.source("numbers", GeneratorSource.numbers().records(1_000))
                .parallelism(2);
        Stream<Long> twice =
                numbers.union(numbers).rebalance().map("twice", value -> value).parallelism(3);
        twice.broadcast()
                .map("copy", value -> new Count(value, 1))
                .parallelism(2)
                .sink("out", collect());

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.runToEnd(LIMIT);

            assertThat(driver.counters(new TaskId("copy", 1)).recordsIn()).isEqualTo(2_000);
            assertThat(driver.counters(new TaskId("numbers", 0)).written()).isEqualTo(Map.of(0, 500L, 1, 500L));
            assertThat(driver.counters(new TaskId("twice", 0)).written()).isEmpty();
        }
        assertThat(collected).hasSize(4_000);
    }

    @Test
    void letsAnUnboundedSourceDrain() {
        JobDraft draft = Job.named("endless");
        draft.source("numbers", GeneratorSource.numbers())
                .rebalance()
                .map("one", value -> new Count(value, 1))
                .sink("out", collect());

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            for (int i = 0; collected.isEmpty(); i++) {
                assertThat(i).isLessThan(100);
                driver.step();
            }
            driver.drain();
            driver.runToEnd(LIMIT);
        }

        for (int i = 0; i < collected.size(); i++) {
            assertThat(collected.get(i).key()).isEqualTo(i);
        }
    }

    @Test
    void throwsWhatAFunctionThrowsWithTheNameOfItsStep() {
        JobDraft draft = Job.named("broken");
        draft.source("numbers", GeneratorSource.numbers().records(10))
                .map("divide", value -> new Count(1 / value, 1))
                .sink("out", collect());

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            assertThatThrownBy(() -> driver.runToEnd(LIMIT)).hasMessageContaining("step 'divide' failed in map");
        }
    }

    private static Map<Long, Long> oracle() {
        Map<Long, Long> counts = new TreeMap<>();
        for (long value = 0; value < RECORDS; value++) {
            counts.merge(value % KEYS, 1L, Long::sum);
        }
        return counts;
    }

    private static ChannelSettings channels(int windowFrames, int batchRecords) {
        ChannelSettings defaults = ChannelSettings.defaults();
        return new ChannelSettings(
                windowFrames,
                batchRecords,
                defaults.frameBytes(),
                defaults.recordBytesMax(),
                defaults.flushMs(),
                defaults.heartbeatMs(),
                defaults.silenceMs());
    }

    private Sink<Count> collect() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(Count value, long timestamp) {
                collected.add(value);
            }
        };
    }

    private record Count(long key, long count) {}

    private static final class Counter implements KeyedProcessFunction<Long, Long, Count> {
        private static final ValueStateSpec<Long> COUNT = ValueStateSpec.of("count", Long.class);
        private ValueState<Long> count;

        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void open(ProcessContext context) {
            count = context.state(COUNT);
        }

        @Override
        public void process(Long key, Long value, ProcessContext context, Output<Count> out) {
            count.set(count.getOr(0L) + 1);
            out.emit(new Count(key, count.getOr(0L)));
        }
    }
}
