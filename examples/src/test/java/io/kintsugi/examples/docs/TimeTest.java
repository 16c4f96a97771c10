package io.kintsugi.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.KeyedStream;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.ReduceFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.window.Trigger;
import io.kintsugi.core.window.Windows;
import io.kintsugi.testkit.JobTestDriver;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** Runs what docs/time.md shows. */
class TimeTest {
    /** One every ten minutes from each of two sensors. */
    record Reading(long sensor, long atMs, double celsius) {
        static Reading number(long index) {
            return new Reading(index % 2, Duration.ofMinutes(10).toMillis() * (index / 2), index % 30);
        }
    }

    record Hottest(long sensor, long hour, double celsius) {}

    record Pair(double first, double second) {}

    private final JobDraft job = Job.named("time");

    @Test
    void findsTheHottestReadingOfEachHour() {
        Collected<Hottest> hottest = Collected.atMost(100);
        Collected<Reading> late = Collected.atMost(100);
        GeneratorSource<Reading> source = GeneratorSource.of(Reading::number).records(240);

        // doc: windows
        SideOutput<Reading> tooLate = SideOutput.of("late", Reading.class);
        ReduceFunction<Reading> hotter = (a, b) -> a.celsius() >= b.celsius() ? a : b;

        Stream<Hottest> hours = job.source("read", source)
                .timestamps(EventTime.<Reading>from(Reading::atMs).outOfOrderness(Duration.ofMinutes(1)))
                .keyBy(Reading::sensor)
                .window(Windows.tumbling(Duration.ofHours(1)))
                .lateTo(tooLate)
                .reduce("hottest", hotter, (sensor, hour, top) -> new Hottest(sensor, hour.start(), top.celsius()));
        hours.sink("write", hottest.sink());
        hours.sideOutput(tooLate).sink("write-late", late.sink());
        // end
        run();

        assertThat(hottest.count()).isEqualTo(2 * 20);
        assertThat(hottest.records()).contains(new Hottest(1, 0, 11), new Hottest(0, 0, 10));
        assertThat(late.count()).isZero();
    }

    @Test
    void tellsADayOfNewYorkWhileItGoesOn() {
        Collected<Hottest> told = Collected.atMost(1_000);
        ReduceFunction<Reading> hotter = (a, b) -> a.celsius() >= b.celsius() ? a : b;

        // doc: daily
        readings("read")
                .window(Windows.daily(ZoneId.of("America/New_York")))
                .allowedLateness(Duration.ofHours(2)) // A record until then tells its day once more.
                .early(Trigger.everyRecords(50)) // And a day that is not over yet is told every 50 records.
                .reduce("hottest", hotter, (sensor, day, top) -> new Hottest(sensor, day.start(), top.celsius()))
                .sink("write", told.sink());
        // end
        run();

        assertThat(told.records()).contains(new Hottest(1, Duration.ofHours(5).toMillis(), 29));
    }

    @Test
    void pairsWhatIsNearInTime() {
        Collected<Pair> pairs = Collected.atMost(1_000);
        KeyedStream<Long, Reading> inside = readings("inside");
        KeyedStream<Long, Reading> outside = readings("outside");

        // doc: join
        // The second of a pair is up to ten minutes older than the first.
        inside.connect(outside)
                .join("pair", Duration.ofMinutes(-10), Duration.ZERO, (a, b) -> new Pair(a.celsius(), b.celsius()))
                .sink("write", pairs.sink());
        // end
        run();

        assertThat(pairs.count()).isEqualTo(2 * (120 + 119));
    }

    @Test
    void noticesASensorThatFallsSilent() {
        Collected<String> silent = Collected.atMost(10);

        readings("read").process("silence", Silence::new).sink("write", silent.sink());
        run();

        assertThat(silent.records()).containsExactlyInAnyOrder("sensor 0 is silent", "sensor 1 is silent");
    }

    private KeyedStream<Long, Reading> readings(String name) {
        return job.source(name, GeneratorSource.of(Reading::number).records(240))
                .timestamps(EventTime.from(Reading::atMs))
                .keyBy(Reading::sensor);
    }

    private void run() {
        try (JobTestDriver driver = JobTestDriver.start(job.build())) {
            driver.runToEnd(Duration.ofMinutes(5));
        }
    }
}
