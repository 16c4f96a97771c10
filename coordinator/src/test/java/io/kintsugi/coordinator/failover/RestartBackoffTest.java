package io.kintsugi.coordinator.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.recovery.RestartStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RestartBackoffTest {
    private static RestartBackoff backoff(RestartStrategy strategy) {
        return RestartBackoff.of(strategy, new Random(1));
    }

    private static List<RestartBackoff.Decision> failures(RestartBackoff backoff, long... atMs) {
        List<RestartBackoff.Decision> decisions = new ArrayList<>();
        for (long nowMs : atMs) {
            decisions.add(backoff.failed(nowMs));
        }
        return decisions;
    }

    private static RestartBackoff.Decision restart(long pauseMs) {
        return new RestartBackoff.Restart(pauseMs);
    }

    private static RestartBackoff.Decision giveUp(String reason) {
        return new RestartBackoff.GiveUp(reason);
    }

    @Test
    void noneGivesUpAtTheFirstFailureWithoutAWord() {
        assertThat(failures(backoff(RestartStrategy.none()), 0)).containsExactly(giveUp(""));
    }

    @Test
    void fixedDelayGivesUpWhenItsRestartsAreUsedUp() {
        RestartBackoff backoff = backoff(RestartStrategy.fixedDelay(2, Duration.ofMillis(50)));

        assertThat(failures(backoff, 0, 1_000_000, 2_000_000))
                .containsExactly(restart(50), restart(50), giveUp("2 restarts are used up"));
    }

    @Test
    void exponentialDoublesUpToTheLongestPauseAndFallsBackAfterATimeWithoutFailure() {
        RestartBackoff backoff = backoff(
                RestartStrategy.exponential(Duration.ofMillis(100), Duration.ofMillis(350), 0, Duration.ofSeconds(10)));

        assertThat(failures(backoff, 0, 200, 500, 1_000, 11_349, 21_700))
                .containsExactly(restart(100), restart(200), restart(350), restart(350), restart(350), restart(100));
    }

    @Test
    void jitterStaysWithinItsShare() {
        RestartBackoff backoff = backoff(
                RestartStrategy.exponential(Duration.ofSeconds(1), Duration.ofSeconds(1), 0.1, Duration.ofSeconds(10)));

        List<Long> pauses = new ArrayList<>();
        for (int failure = 0; failure < 1_000; failure++) {
            pauses.add(((RestartBackoff.Restart) backoff.failed(failure)).pauseMs());
        }

        assertThat(pauses).allMatch(pause -> pause >= 900 && pause <= 1_100);
        assertThat(pauses).anyMatch(pause -> pause < 920).anyMatch(pause -> pause > 1_080);
    }

    @Test
    void failureRateForgetsWhatIsOlderThanItsWindow() {
        RestartBackoff backoff = backoff(RestartStrategy.failureRate(2, Duration.ofSeconds(1), Duration.ofMillis(5)));

        assertThat(failures(backoff, 0, 500, 1_000, 1_499))
                .containsExactly(
                        restart(5), restart(5), restart(5), giveUp("3 failures within 1000 ms are more than 2"));
    }
}
