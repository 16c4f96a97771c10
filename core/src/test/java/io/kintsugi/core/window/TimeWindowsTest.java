package io.kintsugi.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeWindowsTest {

    @ParameterizedTest
    @CsvSource({"10, 10, 0", "10, 5, 0", "10, 4, 0", "7, 3, 2", "1, 1, 0", "12, 5, 4"})
    void putsEachTimestampIntoTheWindowsThatCoverIt(long size, long slide, long offset) {
        SplittableRandom random = new SplittableRandom(size * 31 + slide);
        FixedWindows windows = new FixedWindows(size, slide, offset);

        for (int i = 0; i < 1_000; i++) {
            long time = random.nextLong(-1_000, 1_000);
            List<Long> ends = new ArrayList<>();
            long pane = windows.paneStart(time);
            for (long end = windows.firstWindowEnd(pane);
                    end <= windows.lastWindowEnd(pane);
                    end = windows.nextWindowEnd(end)) {
                ends.add(end);
            }

            assertThat(pane).isLessThanOrEqualTo(time);
            assertThat(windows.paneEnd(pane)).isGreaterThan(time);
            assertThat(ends).isEqualTo(endsByDefinition(time, size, slide, offset));
            assertThat(ends).allSatisfy(end -> {
                assertThat(windows.isWindowEnd(end)).isTrue();
                assertThat(windows.windowStart(end)).isEqualTo(end - size).isLessThanOrEqualTo(pane);
                assertThat(end).isGreaterThanOrEqualTo(windows.paneEnd(pane));
            });
        }
    }

    private static List<Long> endsByDefinition(long time, long size, long slide, long offset) {
        List<Long> ends = new ArrayList<>();
        for (long start = time - size + 1; start <= time; start++) {
            if (Math.floorMod(start - offset, slide) == 0) {
                ends.add(start + size);
            }
        }
        return ends;
    }

    @ParameterizedTest
    @CsvSource({
        "America/New_York, 2026-03-08T16:00:00Z, 23",
        "America/New_York, 2026-11-01T16:00:00Z, 25",
        "America/New_York, 2026-07-04T03:59:59Z, 24",
        "America/Sao_Paulo, 2018-11-04T12:00:00Z, 23",
        "Asia/Kolkata, 2026-01-01T00:00:00Z, 24"
    })
    void aDayIsAsLongAsItsCalendarSays(String zone, Instant time, int hours) {
        DailyWindows windows = new DailyWindows(ZoneId.of(zone));
        long start = windows.paneStart(time.toEpochMilli());
        long end = windows.paneEnd(start);

        assertThat(Duration.ofMillis(end - start)).hasHours(hours);
        assertThat(time.toEpochMilli()).isBetween(start, end - 1);
        assertThat(windows.windowStart(end)).isEqualTo(start);
        assertThat(windows.paneStart(end - 1)).isEqualTo(start);
        assertThat(windows.isWindowEnd(end)).isTrue();
        assertThat(windows.isWindowEnd(end - 1)).isFalse();
    }

    @Test
    void refusesWindowsThatCannotBe() {
        assertThatThrownBy(() -> Windows.tumbling(Duration.ZERO)).hasMessageContaining("expected 1 ms <= slide");
        assertThatThrownBy(() -> Windows.sliding(Duration.ofMillis(5), Duration.ofMillis(10)))
                .hasMessageContaining("size of 5 ms, a slide of 10 ms");
        assertThatThrownBy(() -> Windows.session(Duration.ZERO)).hasMessageContaining("gap of at least 1 ms, found 0");
        assertThatThrownBy(() -> Windows.count(0)).hasMessageContaining("found 0 records");
    }
}
