package io.kintsugi.coordinator.loss;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.recovery.LossBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BudgetUseTest {
    private static final LossBudget NONE = LossBudget.unlimited().window(Duration.ofSeconds(10));

    private static String excess(BudgetUse use, long nowMs) {
        return use.excess(false, 0, nowMs).orElse("");
    }

    @Test
    void countsRecordsOfTheWindowOnlyAndNotThoseThatWereRepaired() {
        BudgetUse use = new BudgetUse(NONE.records(100));
        use.lost(60, 1_000);
        use.lost(60, 8_000);
        assertThat(excess(use, 8_000)).isEqualTo("120 records lost, allowed are 100");

        assertThat(excess(use, 12_000)).isEmpty();
        use.lost(-60, 8_000);
        assertThat(use.status(12_000)).isEqualTo(new LossStatus.Budget(0, 0, 0, 0, false));
    }

    @Test
    void comparesWithWhatTheTasksHaveTakenMeanwhile() {
        BudgetUse use = new BudgetUse(NONE.fraction(0.01));
        use.lost(11, 1_000);
        assertThat(excess(use, 1_000)).isEmpty();

        use.taken(1_000, 1_000);
        assertThat(excess(use, 1_000)).isEqualTo("1.100 % of the records lost, allowed are 1.000 %");
        use.taken(1_000, 2_000);
        assertThat(excess(use, 2_000)).isEmpty();
    }

    @Test
    void hasNoRoomForOneMoreRecoveryThanItAllows() {
        BudgetUse use = new BudgetUse(NONE.recoveries(2));
        use.recovers(1_000);
        assertThat(excess(use, 1_000)).isEmpty();

        use.recovers(2_000);
        assertThat(excess(use, 2_000)).isEqualTo("2 recoveries and one more, allowed are 2");
        assertThat(use.status(2_000).exceeded()).isFalse();
        use.recovers(3_000);
        assertThat(use.status(3_000).exceeded()).isTrue();
    }

    @Test
    void countsTheTimeForWhichSomeTaskWasAwayOnce() {
        BudgetUse use = new BudgetUse(NONE.unavailable(Duration.ofMillis(500)));
        use.away(1_000);
        use.away(1_200);
        assertThat(excess(use, 1_500)).isEmpty();
        assertThat(excess(use, 1_501)).isEqualTo("some task away for 501 ms, allowed are 500");
        assertThat(use.excess(true, 0, 1_501)).isEmpty();

        use.back(1_600);
        assertThat(use.status(5_000).unavailableMs()).isEqualTo(600);
        assertThat(use.excess(true, 0, 5_000)).isPresent();
    }

    @Test
    void saysWhenThereMayBeRoom() {
        BudgetUse use = new BudgetUse(NONE.records(100));
        use.lost(101, 1_000);

        long roomAtMs = 3_000 + use.nextRoomMs(3_000);

        assertThat(excess(use, roomAtMs - 1)).isNotEmpty();
        assertThat(excess(use, roomAtMs)).isEmpty();
    }
}
