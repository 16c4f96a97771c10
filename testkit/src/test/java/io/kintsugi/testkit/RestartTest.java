package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.AggregateFunction;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.function.WindowFunction;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.window.Window;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RestartTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Checkpointing RULES = Checkpointing.every(Duration.ofSeconds(1));
    private static final int NUMBERS = 600;
    private static final int KEYS = 7;
    private static final int SEEDS = 40;

    @Test
    void countsEveryRecordOnceWheneverAnyTaskFails() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Ledger<Count> ledger = new Ledger<>();

            List<String> story = run(counts(ledger), seed);

            List<Count> expected = new ArrayList<>();
            for (long number = 0; number < 2 * NUMBERS; number++) {
                expected.add(new Count(number % KEYS, number / KEYS + 1));
            }
            assertThat(ledger.visible).as("seed %d: %s", seed, story).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void tellsEveryWindowOnceWheneverAnyTaskFails() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Ledger<Count> ledger = new Ledger<>();

            List<String> story = run(windows(ledger), seed);

            List<Count> expected = new ArrayList<>();
            for (long start = 0; start < 2 * NUMBERS; start += 100) {
                for (long key = 0; key < KEYS; key++) {
                    long own = key;
                    expected.add(new Count(
                            key,
                            LongStream.range(start, start + 100)
                                    .filter(number -> number % KEYS == own)
                                    .count()));
                }
            }
            assertThat(ledger.visible).as("seed %d: %s", seed, story).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /** Steps, checkpoints and failures as the seed has them; then to the end. */
    private static List<String> run(Job job, long seed) {
        return TroubledRun.of(
                job,
                seed,
                random -> List.of(
                        new TaskId("in", random.nextInt(2)),
                        new TaskId("count", random.nextInt(3)),
                        new TaskId("out", random.nextInt(2))),
                LIMIT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void beginsAnewWithoutACheckpoint(boolean checkpointed) {
        Ledger<Long> ledger = new Ledger<>();
        JobDraft draft = Job.named("anew");
        if (checkpointed) {
            draft.checkpointed(RULES);
        }
        draft.source("in", GeneratorSource.numbers().records(5)).rebalance().sink("out", ledger);

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.step();
            driver.step();
            driver.failTask(new TaskId("in", 0));
            driver.runToEnd(LIMIT);
        }

        assertThat(ledger.visible).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void aTaskThatRestartsAloneCostsWhatTheAccountSays() {
        Ledger<Long> ledger = new Ledger<>();
        JobDraft draft = Job.named("alone").checkpointed(RULES).recovery(Recovery.task());
        draft.source("in", GeneratorSource.numbers().records(2_000).rate(1_000))
                .rebalance()
                .sink("out", ledger)
                .parallelism(2);

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.run(Duration.ofMillis(500));
            driver.checkpoint();
            driver.run(Duration.ofMillis(500));
            driver.failTask(new TaskId("out", 1));
            driver.run(Duration.ofMillis(100));
            driver.failTask(new TaskId("in", 0));
            driver.runToEnd(LIMIT);

            LossTotals losses = driver.losses();
            assertThat(losses.basis()).isEqualTo(LossBasis.COUNTED);
            assertThat(losses.lost()).isPositive().isEqualTo(2_000 - ledger.visible.size());
            assertThat(losses.duplicates()).isZero();
            assertThat(ledger.visible).doesNotHaveDuplicates();
        }
    }

    @Test
    void takesNoCheckpointOfAJobThatAsksForNone() {
        JobDraft draft = Job.named("none");
        draft.source("in", GeneratorSource.numbers().records(5)).sink("out", new Ledger<>());

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            assertThatThrownBy(driver::checkpoint).hasMessageContaining("say checkpointed(...)");
            assertThatThrownBy(() -> driver.failTask(new TaskId("out", 0)))
                    .hasMessage("no task out[0]; there are [in[0]]");
        }
    }

    private static Job counts(Ledger<Count> ledger) {
        JobDraft draft = Job.named("counts").checkpointed(RULES);
        draft.source("in", GeneratorSource.numbers().records(2 * NUMBERS))
                .parallelism(2)
                .keyBy(number -> number % KEYS)
                .process("count", Counter::new)
                .parallelism(3)
                .rebalance()
                .sink("out", ledger)
                .parallelism(2);
        return draft.build();
    }

    private static Job windows(Ledger<Count> ledger) {
        JobDraft draft = Job.named("windows").checkpointed(RULES);
        draft.source("in", GeneratorSource.numbers().records(2 * NUMBERS))
                .timestamps(EventTime.from(number -> number))
                .parallelism(2)
                .keyBy(number -> number % KEYS)
                .window(Windows.tumbling(Duration.ofMillis(100)))
                .aggregate("count", new Counting(), new PerKey())
                .parallelism(3)
                .rebalance()
                .sink("out", ledger)
                .parallelism(2);
        return draft.build();
    }

    record Count(long key, long count) {}

    private static final class Counter implements KeyedProcessFunction<Long, Long, Count> {
        private static final ValueStateSpec<Long> COUNT = ValueStateSpec.of("count", Long.class);

        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void process(Long key, Long value, ProcessContext context, Output<Count> out) {
            Long before = context.state(COUNT).get();
            long count = before == null ? 1 : before + 1;
            context.state(COUNT).set(count);
            out.emit(new Count(key, count));
        }
    }

    private static final class Counting implements AggregateFunction<Long, Long, Long> {
        @Override
        public Long create() {
            return 0L;
        }

        @Override
        public Long add(Long value, Long count) {
            return count + 1;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }

        @Override
        public Long result(Long count) {
            return count;
        }
    }

    private static final class PerKey implements WindowFunction<Long, Long, Count> {
        @Override
        public Count apply(Long key, Window window, Long count) {
            return new Count(key, count);
        }
    }
}
