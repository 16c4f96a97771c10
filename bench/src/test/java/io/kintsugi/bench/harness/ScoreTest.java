package io.kintsugi.bench.harness;

import static io.kintsugi.bench.harness.Rounds.LOUD;
import static io.kintsugi.bench.harness.Rounds.QUIET;
import static io.kintsugi.bench.harness.Rounds.round;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScoreTest {
    @Test
    void leavesNoisyRoundsOut() {
        Score score = new Score("a", List.of(round(10, 1, QUIET), round(1, 1, LOUD), round(12, 1, QUIET)));

        assertThat(score.median()).isEqualTo(11);
        assertThat(score.min()).isEqualTo(10);
        assertThat(score.max()).isEqualTo(12);
        assertThat(score.clean()).isEqualTo(2);
    }

    @Test
    void takesNoisyRoundsWhenThereAreNoOthers() {
        Score score = new Score("a", List.of(round(4, 1, LOUD), round(1, 1, LOUD), round(2, 1, LOUD)));

        assertThat(score.median()).isEqualTo(2);
        assertThat(score.clean()).isZero();
    }

    @Test
    void dividesRecordsByTheTimeTheyTook() {
        assertThat(round(10, 2, QUIET).millionsPerSecond()).isEqualTo(5);
    }
}
