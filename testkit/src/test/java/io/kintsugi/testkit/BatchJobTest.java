package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.KeyedStream;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same jobs in both modes. A record is a number: its time in ms, out of order by up to 50; its key is the rest by 7. */
final class BatchJobTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int RECORDS = 2_000;
    private static final long SHUFFLE = 50;

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void givesTheSameWindows(int parallelism) {
        givesTheSame((job, sink) -> {
            numbers(job, "read")
                    .window(Windows.tumbling(Duration.ofMillis(100)))
                    .reduce("sum", Long::sum, (key, window, sum) -> key + "@" + window.start() + "=" + sum)
                    .outputType(String.class)
                    .parallelism(parallelism)
                    .sink("out", sink);
        });
    }

    @Test
    void givesTheSameSlidingWindowsAndSessions() {
        givesTheSame((job, sink) -> {
            KeyedStream<Long, Long> numbers = numbers(job, "read");
            Stream<String> sliding = numbers.window(Windows.sliding(Duration.ofMillis(90), Duration.ofMillis(30)))
                    .reduce("slide", Long::sum, (key, window, sum) -> key + "~" + window.start() + "=" + sum)
                    .outputType(String.class);
            Stream<String> sessions = numbers.window(Windows.session(Duration.ofMillis(9)))
                    .reduce("session", Long::sum, (key, window, sum) -> key + "/" + window.start() + "=" + sum)
                    .outputType(String.class);
            sliding.union(sessions).sink("out", sink);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void givesTheSameJoins(int parallelism) {
        givesTheSame((job, sink) -> {
            KeyedStream<Long, Long> left = numbers(job, "left");
            KeyedStream<Long, Long> right = numbers(job, "right");
            Stream<String> byWindow = left.connect(right)
                    .join("window", Windows.tumbling(Duration.ofMillis(20)), (Long a, Long b) -> a + "-" + b)
                    .parallelism(parallelism);
            Stream<String> near = left.connect(right)
                    .join("near", Duration.ofMillis(-10), Duration.ofMillis(20), (Long a, Long b) -> a + "~" + b)
                    .parallelism(parallelism);
            byWindow.union(near).sink("out", sink);
        });
    }

    @Test
    void givesTheSameOfFunctionsWithStateAndTimers() {
        givesTheSame((job, sink) ->
                numbers(job, "read").process("sums", Sums::new).parallelism(2).sink("out", sink));
    }

    @Test
    void hasNoLateRecords() {
        List<String> out = new ArrayList<>();
        JobDraft draft = Job.named("late").mode(ExecutionMode.BATCH);
        draft.source("read", GeneratorSource.numbers().records(RECORDS))
                .timestamps(EventTime.from(n -> RECORDS - n))
                .keyBy(n -> n % 7)
                .window(Windows.tumbling(Duration.ofMillis(RECORDS + 1)))
                .reduce("count", Long::sum, (key, window, sum) -> key + "=" + sum)
                .outputType(String.class)
                .sink("out", into(out));

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.runToEnd(LIMIT);

            assertThat(driver.counters(new TaskId("count", 0)).late()).isZero();
        }
        assertThat(out).hasSize(7);
    }

    @Test
    void failsATaskThatSetsATimerOfTheTimeOfDayWithoutHavingSaidSo() {
        JobDraft draft = Job.named("clock").mode(ExecutionMode.BATCH);
        numbers(draft, "read").process("alarm", Alarm::new).sink("out", into(new ArrayList<>()));
        Job job = draft.build();

        try (JobTestDriver driver = JobTestDriver.start(job)) {
            assertThatThrownBy(() -> driver.runToEnd(LIMIT))
                    .hasMessageContaining("step 'alarm'")
                    .hasMessageContaining("use event time, or choose mode(STREAMING)");
        }
    }

    @Test
    void beginsNoConsumerBeforeItsProducersHaveFinished() {
        List<String> seen = new ArrayList<>();
        JobDraft draft = Job.named("stages").mode(ExecutionMode.BATCH);
        draft.source("read", GeneratorSource.numbers().records(RECORDS))
                .map("first", n -> {
                    seen.add("first");
                    return n;
                })
                .rebalance()
                .map("second", n -> {
                    seen.add("second");
                    return n;
                })
                .parallelism(3)
                .map("text", n -> "" + n)
                .sink("out", into(new ArrayList<>()));

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.runToEnd(LIMIT);
        }

        assertThat(seen).hasSize(2 * RECORDS);
        assertThat(seen.subList(0, RECORDS)).containsOnly("first");
    }

    /** In streaming mode with more patience than any record needs, since late records are counted there and left out. */
    private static void givesTheSame(BiConsumer<JobDraft, Sink<String>> steps) {
        List<String> streaming = run(ExecutionMode.STREAMING, steps);

        assertThat(run(ExecutionMode.BATCH, steps)).isNotEmpty().containsExactlyInAnyOrderElementsOf(streaming);
    }

    private static List<String> run(ExecutionMode mode, BiConsumer<JobDraft, Sink<String>> steps) {
        List<String> out = new ArrayList<>();
        JobDraft draft = Job.named("both").mode(mode);
        steps.accept(draft, into(out));
        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.runToEnd(LIMIT);
        }
        return out;
    }

    private static KeyedStream<Long, Long> numbers(JobDraft job, String name) {
        return job.source(name, GeneratorSource.numbers().records(RECORDS))
                .timestamps(EventTime.<Long>from(BatchJobTest::time).outOfOrderness(Duration.ofMillis(SHUFFLE)))
                .keyBy(n -> n % 7);
    }

    private static long time(long number) {
        return number + number * 31 % SHUFFLE;
    }

    private static Sink<String> into(List<String> out) {
        return context -> new SinkWriter<>() {
            @Override
            public void write(String value, long timestamp) {
                out.add(value + " at " + timestamp);
            }
        };
    }

    /** Sums up the numbers of each hundred ms, at the end of that. */
    private static final class Sums implements KeyedProcessFunction<Long, Long, String> {
        private static final ValueStateSpec<Long> SUM = ValueStateSpec.of("sum", Long.class);
        private static final long EVERY = 10_000;

        @Override
        public List<StateSpec> states() {
            return List.of(SUM);
        }

        @Override
        public void process(Long key, Long value, ProcessContext context, Output<String> out) {
            ValueState<Long> sum = context.state(SUM);
            Long before = sum.get();
            sum.set((before == null ? 0 : before) + value);
            context.timers().atEventTime((context.timestamp() / EVERY + 1) * EVERY);
        }

        @Override
        public void onTimer(Long key, Timer timer, ProcessContext context, Output<String> out) {
            out.emit(key + ":" + context.state(SUM).get());
        }
    }

    private static final class Alarm implements KeyedProcessFunction<Long, Long, String> {
        @Override
        public void process(Long key, Long value, ProcessContext context, Output<String> out) {
            context.timers().atProcessingTime(1);
        }
    }
}
