package io.kintsugi.worker.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.window.Trigger;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTest {
    private static final Windows TENS = Windows.tumbling(Duration.ofMillis(10));

    @Test
    void aWindowSpeaksWhenTheWatermarkReachesItsEndAndWhatComesThenIsLate() {
        WindowFixture windows = WindowFixture.of(TENS);

        windows.records("a:1", "b:9", "a:10", "a:3");
        windows.watermark(9);
        assertThat(windows.told()).isEmpty();
        windows.watermark(10);
        assertThat(windows.told()).containsExactly("a[0,10)ON_TIME=[1, 3]", "b[0,10)ON_TIME=[9]");
        windows.records("a:9", "a:11");
        windows.watermark(25);

        assertThat(windows.told()).containsExactly("a[10,20)ON_TIME=[10, 11]");
        assertThat(windows.late).containsExactly("a:9");
        assertThat(windows.chain.lateRecords()).isEqualTo(1);
    }

    @Test
    void allWindowsSpeakAtTheEndOfTheInputInOrderOfTime() {
        WindowFixture windows = WindowFixture.of(TENS);

        windows.records("a:95", "b:5", "a:6");
        windows.end();

        assertThat(windows.told()).containsExactly("b[0,10)ON_TIME=[5]", "a[0,10)ON_TIME=[6]", "a[90,100)ON_TIME=[95]");
    }

    @Test
    void withinTheAllowedLatenessAWindowSpeaksAgainForEachRecord() {
        WindowFixture windows = new WindowFixture(
                TENS, stream -> stream.allowedLateness(Duration.ofMillis(5)).lateTo(WindowFixture.LATE));

        windows.record("a:1");
        windows.watermark(12);
        windows.records("a:2", "b:3");
        windows.watermark(14);
        windows.record("a:4");
        windows.watermark(15);
        windows.record("a:5");
        windows.end();

        assertThat(windows.told())
                .containsExactly(
                        "a[0,10)ON_TIME=[1]", "a[0,10)LATE=[1, 2]", "b[0,10)LATE=[3]", "a[0,10)LATE=[1, 2, 4]");
        assertThat(windows.late).containsExactly("a:5");
    }

    @Test
    void speaksEarlyAfterSoManyRecords() {
        WindowFixture windows = new WindowFixture(
                TENS, stream -> stream.early(Trigger.everyRecords(2)).lateTo(WindowFixture.LATE));

        windows.records("a:1", "a:2", "b:3", "a:4", "a:5");
        windows.watermark(10);

        assertThat(windows.told())
                .containsExactly(
                        "a[0,10)EARLY=[1, 2]",
                        "a[0,10)EARLY=[1, 2, 4, 5]",
                        "a[0,10)ON_TIME=[1, 2, 4, 5]",
                        "b[0,10)ON_TIME=[3]");
    }

    @Test
    void speaksEarlyByTheClockOnlyWhereSomethingHasChanged() {
        WindowFixture windows = new WindowFixture(
                TENS,
                stream -> stream.early(Trigger.every(Duration.ofSeconds(1))).lateTo(WindowFixture.LATE));

        windows.clock(10_500);
        windows.record("a:1");
        windows.clock(10_999);
        assertThat(windows.told()).isEmpty();
        windows.clock(11_000);
        assertThat(windows.told()).containsExactly("a[0,10)EARLY=[1]");
        windows.clock(12_000);
        assertThat(windows.told()).isEmpty();
        windows.record("a:2");
        windows.clock(13_700);
        assertThat(windows.told()).containsExactly("a[0,10)EARLY=[1, 2]");
        windows.watermark(10);
        windows.clock(99_000);

        assertThat(windows.told()).containsExactly("a[0,10)ON_TIME=[1, 2]");
        assertThat(windows.chain.timerDue(Long.MAX_VALUE)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"10, 10, 0", "10, 5, 0", "12, 5, 7", "30, 7, 3", "9, 1, 20"})
    void slidingWindowsTellTheSameAsADefinitionThatKeepsEveryRecord(long size, long slide, long lateness) {
        SplittableRandom random = new SplittableRandom(size + slide + lateness);
        WindowFixture windows = new WindowFixture(
                Windows.sliding(Duration.ofMillis(size), Duration.ofMillis(slide)),
                stream -> stream.allowedLateness(Duration.ofMillis(lateness)).lateTo(WindowFixture.LATE));
        SlidingOracle oracle = new SlidingOracle(size, slide, lateness);
        long now = 100;

        for (int i = 0; i < 3_000; i++) {
            now += random.nextInt(3);
            if (random.nextInt(4) == 0) {
                long watermark = now - random.nextInt(20);
                windows.watermark(watermark);
                oracle.watermark(watermark);
            } else {
                long time = Math.max(0, now - random.nextInt(60));
                windows.record("k:" + time);
                oracle.record(time);
            }
            assertThat(windows.told()).isEqualTo(oracle.told());
        }
        assertThat(windows.late).isEqualTo(oracle.late).isNotEmpty();
    }

    @Test
    void aRecordBetweenTwoSessionsMakesThemOne() {
        WindowFixture windows = WindowFixture.of(Windows.session(Duration.ofMillis(10)));

        windows.records("a:0", "a:15", "b:8", "a:7", "a:40");
        windows.watermark(24);
        assertThat(windows.told()).containsExactly("b[8,18)ON_TIME=[8]");
        windows.watermark(25);
        assertThat(windows.told()).containsExactly("a[0,25)ON_TIME=[0, 7, 15]");
        windows.records("a:14", "a:20", "a:29", "a:38");
        windows.end();

        assertThat(windows.told()).containsExactly("a[20,50)ON_TIME=[20, 29, 38, 40]");
        assertThat(windows.late).containsExactly("a:14");
    }

    @Test
    void recordsJustAGapApartAreInDifferentSessions() {
        WindowFixture windows = WindowFixture.of(Windows.session(Duration.ofMillis(10)));

        windows.records("a:0", "a:10", "a:19");
        windows.end();

        assertThat(windows.told()).containsExactly("a[0,10)ON_TIME=[0]", "a[10,29)ON_TIME=[10, 19]");
    }

    @Test
    void aLateRecordCanOpenASessionAgainThatIsStillKept() {
        WindowFixture windows = new WindowFixture(
                Windows.session(Duration.ofMillis(10)),
                stream -> stream.allowedLateness(Duration.ofMillis(20)).lateTo(WindowFixture.LATE));

        windows.record("a:0");
        windows.watermark(12);
        windows.record("a:1");
        windows.record("a:8");
        windows.watermark(18);
        windows.watermark(39);
        windows.record("a:9");

        assertThat(windows.told())
                .containsExactly("a[0,10)ON_TIME=[0]", "a[0,11)LATE=[0, 1]", "a[0,18)ON_TIME=[0, 1, 8]");
        assertThat(windows.late).containsExactly("a:9");
    }

    @Test
    void sessionsInAnyOrderAreThoseOfTheSortedRecords() {
        SplittableRandom random = new SplittableRandom(5);
        WindowFixture windows = WindowFixture.of(Windows.session(Duration.ofMillis(10)));
        TreeSet<Long> times = new TreeSet<>();
        for (int i = 0; i < 500; i++) {
            long time = random.nextInt(8_000);
            times.add(time);
            windows.record("k:" + time);
        }

        windows.end();

        assertThat(windows.told()).isEqualTo(sessions(times)).hasSizeGreaterThan(50);
    }

    private static List<String> sessions(SortedSet<Long> times) {
        List<String> sessions = new ArrayList<>();
        List<Long> open = new ArrayList<>();
        for (Long time : times) {
            if (!open.isEmpty() && time - open.get(open.size() - 1) >= 10) {
                sessions.add(session(open));
                open.clear();
            }
            open.add(time);
        }
        sessions.add(session(open));
        return sessions;
    }

    private static String session(List<Long> times) {
        return "k[%d,%d)ON_TIME=%s".formatted(times.get(0), times.get(times.size() - 1) + 10, times);
    }

    @Test
    void countWindowsNeedNoTimeAndTellTheRestAtTheEnd() {
        WindowFixture windows = new WindowFixture(Windows.count(3), stream -> stream);

        windows.records("a:1", "a:2", "b:3", "a:4", "a:5");
        windows.end();

        assertThat(windows.told())
                .extracting(told -> told.replaceAll("\\[-.*\\)", " "))
                .containsExactly("a ON_TIME=[1, 2, 4]", "b ON_TIME=[3]", "a ON_TIME=[5]");
    }

    @Test
    void aGlobalWindowTellsEverythingWheneverItsTriggerSaysSo() {
        WindowFixture windows = new WindowFixture(Windows.global(Trigger.everyRecords(2)), stream -> stream);

        windows.records("a:1", "a:2", "a:3", "a:4", "a:5");
        windows.end();

        assertThat(windows.told())
                .extracting(told -> told.replaceAll("\\[-.*\\)", " "))
                .containsExactly("a EARLY=[1, 2]", "a EARLY=[1, 2, 3, 4]", "a ON_TIME=[1, 2, 3, 4, 5]");
    }

    @Test
    void theDaysOfNewYorkHave23And25HoursWhenTheClocksChange() {
        WindowFixture windows = WindowFixture.of(Windows.daily(ZoneId.of("America/New_York")));
        long spring = Instant.parse("2026-03-08T05:00:00Z").toEpochMilli();
        long autumn = Instant.parse("2026-11-01T04:00:00Z").toEpochMilli();
        long hour = Duration.ofHours(1).toMillis();

        windows.records("a:" + spring, "a:" + (spring + 23 * hour - 1), "a:" + (spring + 23 * hour));
        windows.watermark(spring + 23 * hour);
        assertThat(windows.told())
                .containsExactly("a[%d,%d)ON_TIME=[%d, %d]"
                        .formatted(spring, spring + 23 * hour, spring, spring + 23 * hour - 1));
        windows.records("a:" + autumn, "a:" + (autumn + 25 * hour - 1));
        windows.watermark(autumn + 25 * hour);

        assertThat(windows.told())
                .last()
                .isEqualTo("a[%d,%d)ON_TIME=[%d, %d]"
                        .formatted(autumn, autumn + 25 * hour, autumn, autumn + 25 * hour - 1));
    }

    @Test
    void saysWhatIsMissingWhereARecordHasNoTimestamp() {
        WindowFixture windows = WindowFixture.of(TENS);
        Batch batch = new Batch(1);
        batch.add("a:1", Batch.NO_TIMESTAMP);

        assertThatThrownBy(() -> windows.chain.push(batch))
                .hasMessageContaining("step 'window': a record has no timestamp")
                .hasMessageContaining("give its source .timestamps(...)");
    }

    /** Keeps all records of the one key for ever. */
    private static final class SlidingOracle {
        final List<String> late = new ArrayList<>();
        private final long size;
        private final long slide;
        private final long lateness;
        private final TreeSet<Long> kept = new TreeSet<>();
        private final List<String> told = new ArrayList<>();
        private long watermark = Long.MIN_VALUE;

        SlidingOracle(long size, long slide, long lateness) {
            this.size = size;
            this.slide = slide;
            this.lateness = lateness;
        }

        void record(long time) {
            List<Long> ends = new ArrayList<>();
            for (long start = Math.floorDiv(time - size, slide) * slide + slide; start <= time; start += slide) {
                if (watermark == Long.MIN_VALUE || start + size + lateness > watermark) {
                    ends.add(start + size);
                }
            }
            if (ends.isEmpty()) {
                late.add("k:" + time);
                return;
            }
            kept.add(time);
            ends.stream().filter(end -> end <= watermark).forEach(end -> tell(end, "LATE"));
        }

        void watermark(long timestamp) {
            long from = watermark;
            watermark = Math.max(watermark, timestamp);
            for (long end = Math.max(from, 0) + 1; end <= watermark; end++) {
                if (Math.floorMod(end - size, slide) == 0) {
                    tell(end, "ON_TIME");
                }
            }
        }

        private void tell(long end, String firing) {
            var inside = kept.subSet(end - size, end);
            if (!inside.isEmpty()) {
                told.add("k[%d,%d)%s=%s".formatted(end - size, end, firing, inside));
            }
        }

        List<String> told() {
            List<String> all = List.copyOf(told);
            told.clear();
            return all;
        }
    }
}
