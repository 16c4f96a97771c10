package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.TaskLatency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Latency markers through a whole job, whose clock moves by a millisecond when nothing else can. */
final class LatencyTest {
    private static final Duration INTERVAL = Duration.ofMillis(10);
    private static final Duration LONG = Duration.ofMillis(500);
    private static final long PAUSE = Script.pause(Duration.ofHours(1));

    private final List<Long> written = new ArrayList<>();

    @Test
    void eachTaskBehindASourceTellsHowLongMarkersTookToIt() {
        try (JobTestDriver driver = JobTestDriver.start(job(INTERVAL))) {
            driver.run(LONG);

            assertThat(latencies(driver, "read", 0)).isEmpty();
            for (int subtask = 0; subtask < 2; subtask++) {
                TaskLatency plus = latencies(driver, "plus", subtask).get(0);
                TaskLatency total = latencies(driver, "total", subtask).get(0);
                assertThat(plus.source()).isEqualTo("read");
                assertThat(total.source()).isEqualTo("read");
                assertThat(total.p50Ms()).isBetween(0L, total.p99Ms());
                assertThat(total.p99Ms()).isBetween(plus.p50Ms(), total.maxMs());
            }
            assertThat(driver.counters(new TaskId("total", 0)).recordsIn()
                            + driver.counters(new TaskId("total", 1)).recordsIn())
                    .isEqualTo(3);
            assertThat(written).containsExactlyInAnyOrder(2L, 3L, 4L);
        }
    }

    @Test
    void aMarkerWaitsBehindRecordsThatWaitForCompany() {
        ChannelSettings slow = new ChannelSettings(32, 1_000, 32_768, 16_777_216, 40, 500, 2_500);
        Script numbers = Script.of(1L, Script.pause(Duration.ofMillis(95)), 2L, 3L, 4L, PAUSE, 5L);
        try (JobTestDriver driver = JobTestDriver.start(job(numbers, Duration.ofMillis(100)), slow)) {
            driver.run(LONG);

            long longest = Math.max(longest(driver, 0), longest(driver, 1));
            assertThat(longest).isBetween(1L, 2 * 40L);
        }
    }

    @Test
    void withoutThemNothingIsTold() {
        try (JobTestDriver driver = JobTestDriver.start(job(null))) {
            driver.run(LONG);

            assertThat(latencies(driver, "total", 0)).isEmpty();
        }
    }

    @Test
    void checkpointsAndAFailureGoOnAsWithoutThem() {
        try (JobTestDriver driver = JobTestDriver.start(job(INTERVAL))) {
            driver.run(LONG);
            driver.checkpoint();
            driver.failTask(new TaskId("plus", 0));
            driver.run(LONG);

            assertThat(written).containsExactlyInAnyOrder(2L, 3L, 4L, 5L); // The pause is over for the next attempt.
            assertThat(driver.losses()).isEqualTo(LossTotals.none());
            assertThat(latencies(driver, "total", 0)).hasSize(1);
        }
    }

    private static long longest(JobTestDriver driver, int subtask) {
        return latencies(driver, "plus", subtask).stream()
                .mapToLong(TaskLatency::maxMs)
                .max()
                .orElse(0);
    }

    private static List<TaskLatency> latencies(JobTestDriver driver, String vertex, int subtask) {
        return driver.counters(new TaskId(vertex, subtask)).latencies();
    }

    private Job job(@Nullable Duration markers) {
        return job(Script.of(1L, 2L, 3L, PAUSE, 4L, PAUSE, 5L), markers);
    }

    private Job job(Script numbers, @Nullable Duration markers) {
        JobDraft draft = Job.named("measured").checkpointed(Duration.ofDays(1));
        if (markers != null) {
            draft.latencyMarkers(markers);
        }
        draft.source("read", numbers)
                .rebalance()
                .map("plus", value -> value + 1)
                .parallelism(2)
                .keyBy(value -> value)
                .process("total", Total::new)
                .sink("out", context -> (SinkWriter<Long>) (value, timestamp) -> written.add(value));
        return draft.build();
    }

    private static final class Total implements KeyedProcessFunction<Long, Long, Long> {
        @Override
        public void process(Long key, Long value, ProcessContext context, Output<Long> out) {
            out.emit(value);
        }
    }
}
