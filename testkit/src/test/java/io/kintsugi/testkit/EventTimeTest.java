package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.WatermarkGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventTimeTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final List<Seen> seen = new ArrayList<>();

    @Test
    void everyRecordMeetsTheWatermarkOfTheRecordsBeforeIt() {
        SplittableRandom random = new SplittableRandom(3);
        Long[] times = random.longs(2_000, 0, 1_000_000).boxed().toArray(Long[]::new);
        long bound = 1_000;

        run(Script.of(times), EventTime.from(Long::longValue).outOfOrderness(Duration.ofMillis(bound)), 1);

        List<Seen> oracle = new ArrayList<>();
        long highest = Long.MIN_VALUE;
        for (long time : times) {
            oracle.add(new Seen(time, time, highest == Long.MIN_VALUE ? highest : highest - bound));
            highest = Math.max(highest, time);
        }
        assertThat(seen).isEqualTo(oracle);
    }

    @Test
    void aRecordFromTheFutureDoesNotMakeTheNextHundredLate() {
        Long[] times = new Long[101];
        for (int i = 0; i < times.length; i++) {
            times[i] = (long) i;
        }
        times[10] = 2 * HOUR;

        run(Script.of(times), EventTime.from(Long::longValue).maxFutureSkew(Duration.ofHours(1)), 1);

        assertThat(seen)
                .hasSize(101)
                .allSatisfy(record -> assertThat(record.watermark()).isLessThanOrEqualTo(record.value()));
    }

    @Test
    void anIdleSubtaskDoesNotHoldBackTheOthersAndComesBackWithoutTurningTimeBack() {
        List<Long> slow =
                List.of(1L, Script.pause(Duration.ofSeconds(10)), 2L, 600L, Script.pause(Duration.ofSeconds(1)), 601L);
        List<Long> fast = new ArrayList<>();
        for (long time = 100; time < 500; time++) {
            fast.add(time);
            fast.add(Script.pause(Duration.ofMillis(10)));
        }

        run(new Script(List.of(slow, fast)), EventTime.from(Long::longValue).idleTimeout(Duration.ofSeconds(1)), 2);

        assertThat(watermarkAt(150)).isEqualTo(1);
        assertThat(watermarkAt(499)).isEqualTo(498);
        assertThat(watermarkAt(2)).isEqualTo(499);
        assertThat(watermarkAt(601)).isEqualTo(600);
    }

    @Test
    void anIdleSubtaskHoldsEverybodyBackWhereTheJobNamesNoTimeout() {
        List<Long> slow = List.of(1L, Script.pause(Duration.ofSeconds(10)), 2L);
        List<Long> fast = List.of(5L, Script.pause(Duration.ofSeconds(5)), 6L);

        run(new Script(List.of(slow, fast)), EventTime.from(Long::longValue), 2);

        assertThat(watermarkAt(6)).isEqualTo(1);
    }

    @Test
    void watermarksCanBeOnesOwn() {
        run(Script.of(1L, 7L, 20L, 3L, 40L), EventTime.<Long>from(time -> time).watermarks(Tens::new), 1);

        assertThat(seen).extracting(Seen::watermark).containsExactly(Long.MIN_VALUE, 0L, 0L, 20L, 20L);
    }

    @Test
    void belongsToASource() {
        var stream = Job.named("time").source("numbers", Script.of(1L)).map("copy", (Long value) -> value);

        assertThatThrownBy(() -> stream.timestamps(EventTime.from(Long::longValue)))
                .hasMessage("timestamps() belongs directly after source(...), but 'copy' is not one");
    }

    private long watermarkAt(long value) {
        return seen.stream()
                .filter(record -> record.value() == value)
                .findFirst()
                .orElseThrow()
                .watermark();
    }

    private void run(Script script, EventTime<Long> time, int sources) {
        JobDraft draft = Job.named("time");
        draft.source("numbers", script)
                .timestamps(time)
                .parallelism(sources)
                .rebalance()
                .process("look", Look::new)
                .parallelism(1)
                .sink("out", collect());
        try (JobTestDriver driver = JobTestDriver.start(draft.build(), ChannelSettings.defaults())) {
            driver.runToEnd(LIMIT);
        }
    }

    private Sink<Seen> collect() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(Seen value, long timestamp) {
                seen.add(value);
            }
        };
    }

    private record Seen(long value, long timestamp, long watermark) {}

    private static final class Look implements ProcessFunction<Long, Seen> {
        @Override
        public void process(Long value, ProcessContext context, Output<Seen> out) {
            out.emit(new Seen(value, context.timestamp(), context.watermark()));
        }
    }

    /** Rounds down to tens. */
    private static final class Tens implements WatermarkGenerator<Long> {
        private long last = Long.MIN_VALUE;

        @Override
        public void onRecord(Long value, long timestamp) {
            last = timestamp;
        }

        @Override
        public long watermark() {
            return last == Long.MIN_VALUE ? last : last / 10 * 10;
        }
    }
}
