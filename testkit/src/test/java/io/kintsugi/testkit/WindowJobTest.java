package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.api.WindowedStream;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.TaskTime;
import io.kintsugi.core.window.Trigger;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Windows of ten milliseconds over numbers that are their own time, beside inputs that go wrong. */
class WindowJobTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final EventTime<Long> BY_VALUE = EventTime.from(Long::longValue);
    private static final TaskId WINDOW = new TaskId("window", 0);

    private final JobDraft draft = Job.named("windows");
    private final List<Long> starts = new ArrayList<>();

    @Test
    void anInputThatIsFilteredOutEntirelyDoesNotStopWindows() {
        Stream<Long> nothing = source("filtered", BY_VALUE, numbers()).filter("none", value -> false);

        try (JobTestDriver driver = start(source("numbers", BY_VALUE, numbers()).union(nothing))) {
            driver.run(Duration.ofSeconds(1));

            assertThat(driver.finished()).isFalse();
            assertThat(starts).containsExactly(0L, 10L, 20L);
        }
    }

    @Test
    void anInputWithoutAnyDataStopsWindowsNoLongerThanItsIdleTimeout() {
        Stream<Long> silent = source(
                "silent", BY_VALUE.idleTimeout(Duration.ofSeconds(5)), List.of(Script.pause(Duration.ofHours(1)), 35L));

        try (JobTestDriver driver = start(source("numbers", BY_VALUE, numbers()).union(silent))) {
            driver.run(Duration.ofSeconds(4));
            assertThat(starts).isEmpty();
            assertThat(time(driver)).isEqualTo(new TaskTime(Long.MIN_VALUE, "silent[0]"));

            driver.run(Duration.ofSeconds(2));
            assertThat(starts).containsExactly(0L, 10L, 20L);
            assertThat(time(driver)).isEqualTo(new TaskTime(35, "numbers[0]"));
        }
    }

    @Test
    void anInputWithoutTimeStopsNoWindows() {
        Stream<Long> rules = draft.source("rules", Script.of(1L, Script.pause(Duration.ofHours(1)), 35L));
        Stream<Long> marked = source("numbers", BY_VALUE, numbers())
                .keyBy(value -> 1L)
                .connectBroadcast(rules)
                .process("mark", Marks::new);

        try (JobTestDriver driver = start(marked)) {
            driver.run(Duration.ofSeconds(1));

            assertThat(starts).containsExactly(0L, 10L, 20L);
            assertThat(driver.counters(new TaskId("mark", 0)).time()).isEqualTo(new TaskTime(35, "numbers[0]"));
        }
    }

    @Test
    void oneRecordTwoHoursAheadDoesNotMakeTheNextHundredLate() {
        assertThat(lateBehindTheFuture(BY_VALUE)).isEqualTo(100);
        assertThat(lateBehindTheFuture(BY_VALUE.maxFutureSkew(Duration.ofHours(1))))
                .isZero();
    }

    @Test
    void speaksEarlyByTheClockOfTheDriver() {
        long pause = Script.pause(Duration.ofSeconds(3));
        Stream<Long> numbers = source("numbers", BY_VALUE, List.of(1L, pause, 2L, pause, 36L));
        UnaryOperator<WindowedStream<Long, Long>> early =
                windows -> windows.early(Trigger.every(Duration.ofSeconds(1)));

        try (JobTestDriver driver = start(numbers, early)) {
            driver.run(Duration.ofMillis(900));
            assertThat(starts).isEmpty();
            driver.run(Duration.ofMillis(200));
            assertThat(starts).containsExactly(0L);
            driver.run(Duration.ofMillis(1_900));
            assertThat(starts).containsExactly(0L);
            driver.run(Duration.ofMillis(1_100));

            assertThat(starts).containsExactly(0L, 0L);
        }
    }

    private static long lateBehindTheFuture(EventTime<Long> time) {
        WindowJobTest job = new WindowJobTest();
        List<Long> numbers = new ArrayList<>(List.of(2 * HOUR));
        for (long i = 0; i < 100; i++) {
            numbers.add(i);
        }
        try (JobTestDriver driver = job.start(job.source("numbers", time, numbers))) {
            driver.runToEnd(Duration.ofMinutes(1));
            return driver.counters(WINDOW).late();
        }
    }

    private static TaskTime time(JobTestDriver driver) {
        return driver.counters(WINDOW).time();
    }

    /** For three windows and a bit, and then a pause. */
    private static List<Long> numbers() {
        return List.of(1L, 5L, 12L, 23L, 35L, Script.pause(Duration.ofHours(1)), 36L);
    }

    private Stream<Long> source(String name, EventTime<Long> time, List<Long> numbers) {
        return draft.source(name, new Script(List.of(numbers))).timestamps(time);
    }

    private JobTestDriver start(Stream<Long> numbers) {
        return start(numbers, windows -> windows);
    }

    private JobTestDriver start(Stream<Long> numbers, UnaryOperator<WindowedStream<Long, Long>> settings) {
        settings.apply(numbers.keyBy(value -> 1L).window(Windows.tumbling(Duration.ofMillis(10))))
                .reduce("window", Math::max, (key, window, highest) -> window.start())
                .sink("out", context -> (SinkWriter<Long>) (start, timestamp) -> starts.add(start));
        return JobTestDriver.start(draft.build());
    }
}
