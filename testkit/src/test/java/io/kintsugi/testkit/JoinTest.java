package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.api.ConnectedStreams;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.KeyedStream;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.BroadcastContext;
import io.kintsugi.core.function.BroadcastStateSpec;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.KeyedBroadcastProcessFunction;
import io.kintsugi.core.function.KeyedCoProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record is a number: its time is a tenth of it, its key the rest of a division by 3. */
class JoinTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration BOUND = Duration.ofMillis(100);
    private static final SideOutput<Long> LATE_LEFT = SideOutput.of("late-left", Long.class);
    private static final SideOutput<Long> LATE_RIGHT = SideOutput.of("late-right", Long.class);

    private final List<String> collected = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(17);
    private final JobDraft draft = Job.named("joins");
    private List<Long> left;
    private List<Long> right;

    @BeforeEach
    void records() {
        left = numbers(400);
        right = numbers(300);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void joinsEachPairOfAWindow(int parallelism) {
        connected()
                .join("join", Windows.tumbling(Duration.ofMillis(50)), (Long a, Long b) -> a + "-" + b)
                .parallelism(parallelism)
                .sink("out", collect());

        run();

        assertThat(collected)
                .containsExactlyInAnyOrderElementsOf(pairs((a, b) -> time(a) / 50 == time(b) / 50))
                .isNotEmpty();
    }

    @Test
    void joinsInSlidingWindowsOnceForEachWindowOfBoth() {
        connected()
                .join(
                        "join",
                        Windows.sliding(Duration.ofMillis(40), Duration.ofMillis(20)),
                        (Long a, Long b) -> a + "-" + b)
                .sink("out", collect());

        run();

        List<String> expected = new ArrayList<>();
        for (long start = -20; start < 500; start += 20) {
            long from = start;
            expected.addAll(
                    pairs((a, b) -> time(a) >= from && time(a) < from + 40 && time(b) >= from && time(b) < from + 40));
        }
        assertThat(collected).containsExactlyInAnyOrderElementsOf(expected).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void joinsWhatIsNearInTime(int parallelism) {
        connected()
                .join("join", Duration.ofMillis(-20), Duration.ofMillis(5), (Long a, Long b) -> a + "-" + b)
                .parallelism(parallelism)
                .sink("out", collect());

        run();

        assertThat(collected)
                .containsExactlyInAnyOrderElementsOf(pairs((a, b) -> {
                    long distance = time(b) - time(a);
                    return distance >= -20 && distance <= 5;
                }))
                .isNotEmpty();
    }

    @Test
    void bothJoinsCountWhatComesBehindTheWatermarkAndSendItToTheSideOutputOfItsStream() {
        left = List.of(3_000L, Script.pause(Duration.ofSeconds(1)), 30L);
        right = List.of(3_000L, 3_030L, Script.pause(Duration.ofSeconds(1)), 60L);
        ConnectedStreams<Long, Long, Long> both = connected().lateTo(LATE_LEFT, LATE_RIGHT);
        collectWithLate(
                "near",
                both.join(
                        "near", Duration.ofHours(-1), Duration.ofHours(1), (Long a, Long b) -> "near " + a + "-" + b));
        collectWithLate(
                "window",
                both.join(
                        "window",
                        Windows.tumbling(Duration.ofMillis(50)),
                        (Long a, Long b) -> "window " + a + "-" + b));

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.runToEnd(LIMIT);

            assertThat(driver.counters(new TaskId("near", 0)).late()).isEqualTo(2);
            assertThat(driver.counters(new TaskId("window", 0)).late()).isEqualTo(2);
        }
        assertThat(collected)
                .containsExactlyInAnyOrder(
                        "near 3000-3000",
                        "near 3000-3030",
                        "window 3000-3000",
                        "window 3000-3030",
                        "near: late left 30",
                        "near: late right 60",
                        "window: late left 30",
                        "window: late right 60");
    }

    private void collectWithLate(String name, Stream<String> join) {
        join.sink("out-" + name, collect());
        join.sideOutput(LATE_LEFT)
                .map(name + "-left", late -> name + ": late left " + late)
                .sink("out-left-" + name, collect());
        join.sideOutput(LATE_RIGHT)
                .map(name + "-right", late -> name + ": late right " + late)
                .sink("out-right-" + name, collect());
    }

    @Test
    void aFunctionOfTwoStreamsSeesLateRecordsItself() {
        ConnectedStreams<Long, Long, Long> both = connected().lateTo(LATE_LEFT, LATE_RIGHT);

        assertThatThrownBy(() -> both.process("count", Counts::new))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("step 'count': lateTo(...) is for joins");
    }

    @Test
    void aFunctionSeesBothStreamsOfItsKey() {
        connected().process("count", Counts::new).parallelism(2).sink("out", collect());

        run();

        assertThat(collected)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 3)
                        .mapToObj(key -> key + ": " + count(left, key) + "+" + count(right, key))
                        .toList());
    }

    @Test
    void everySubtaskSeesTheBroadcastRulesAndOnlyTheyChangeThem() {
        List<Long> later = new ArrayList<>(List.of(Script.pause(Duration.ofSeconds(1))));
        later.addAll(left);
        source("left", later)
                .keyBy(JoinTest::key)
                .connectBroadcast(draft.source("rules", Script.of(1L, 0L, 2L)))
                .process("rule", Rules::new)
                .parallelism(3)
                .sink("out", collect());

        run();

        assertThat(collected).hasSize(left.size()).allMatch("[1, 0, 2]"::equals);
    }

    @Test
    void refusesToConnectStreamsOfDifferentJobs() {
        KeyedStream<Long, Long> one = draft.source("one", Script.of(1L)).keyBy(JoinTest::key);
        KeyedStream<Long, Long> two =
                Job.named("other").source("two", Script.of(1L)).keyBy(JoinTest::key);

        assertThatThrownBy(() -> one.connect(two))
                .hasMessage("connect of 'one' and 'two': they belong to different jobs");
    }

    private ConnectedStreams<Long, Long, Long> connected() {
        return source("left", left)
                .keyBy(JoinTest::key)
                .connect(source("right", right).keyBy(JoinTest::key));
    }

    private Stream<Long> source(String name, List<Long> numbers) {
        return draft.source(name, new Script(List.of(numbers)))
                .timestamps(EventTime.from(JoinTest::time).outOfOrderness(BOUND));
    }

    private void run() {
        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.runToEnd(LIMIT);
        }
    }

    /** Out of order by less than the bound, so that nothing is late. */
    private List<Long> numbers(int count) {
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(10L * i + random.nextLong(900));
        }
        return numbers;
    }

    private List<String> pairs(BiPredicate<Long, Long> near) {
        List<String> pairs = new ArrayList<>();
        for (Long a : left) {
            for (Long b : right) {
                if (key(a).equals(key(b)) && near.test(a, b)) {
                    pairs.add(a + "-" + b);
                }
            }
        }
        return pairs;
    }

    private static long count(List<Long> numbers, long key) {
        return numbers.stream().filter(number -> key(number) == key).count();
    }

    private static Long key(Long number) {
        return number % 3;
    }

    private static long time(Long number) {
        return number / 10;
    }

    private Sink<String> collect() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(String value, long timestamp) {
                collected.add(value);
            }
        };
    }

    /** Tells at the end of time how many records of each stream there were. */
    private static final class Counts implements KeyedCoProcessFunction<Long, Long, Long, String> {
        private static final ValueStateSpec<Long> FIRST = ValueStateSpec.of("first", Long.class);
        private static final ValueStateSpec<Long> SECOND = ValueStateSpec.of("second", Long.class);
        private ValueState<Long> first;
        private ValueState<Long> second;

        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(FIRST, SECOND);
        }

        @Override
        public void open(ProcessContext context) {
            first = context.state(FIRST);
            second = context.state(SECOND);
        }

        @Override
        public void processFirst(Long key, Long value, ProcessContext context, Output<String> out) {
            first.set(first.getOr(0L) + 1);
            context.timers().atEventTime(Long.MAX_VALUE);
        }

        @Override
        public void processSecond(Long key, Long value, ProcessContext context, Output<String> out) {
            second.set(second.getOr(0L) + 1);
            context.timers().atEventTime(Long.MAX_VALUE);
        }

        @Override
        public void onTimer(Long key, Timer timer, ProcessContext context, Output<String> out) {
            out.emit(key + ": " + first.getOr(0L) + "+" + second.getOr(0L));
        }
    }

    /** Tells for each record which rules it has met. */
    private static final class Rules implements KeyedBroadcastProcessFunction<Long, Long, Long, String> {
        private static final BroadcastStateSpec<Long, Long> RULES =
                BroadcastStateSpec.of("rules", Long.class, Long.class);

        @Override
        public List<BroadcastStateSpec<?, ?>> broadcastStates() {
            return List.of(RULES);
        }

        @Override
        public void process(Long key, Long value, BroadcastContext context, Output<String> out) {
            assertThatThrownBy(() -> context.broadcast(RULES).put(9L, 9L))
                    .hasMessageContaining("was changed outside of processBroadcast");
            out.emit(context.broadcast(RULES).keys().toString());
        }

        @Override
        public void processBroadcast(Long rule, BroadcastContext context, Output<String> out) {
            context.broadcast(RULES).put(rule, rule);
        }
    }
}
