package io.kintsugi.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.bench.contender.Noise;
import io.kintsugi.bench.contender.Reply;
import io.kintsugi.bench.recovery.Outage;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecoveryRoundsTest {
    private static final Noise QUIET = new Noise(1, 0, 0);
    private static final Noise NOISY = new Noise(1, 1, 0);

    @Test
    void showsMediansOfTheCleanRoundsWithTheirExtremes() {
        RecoveryRounds rounds = new RecoveryRounds(
                "ours",
                List.of(
                        new Reply.Endured(new Outage(30, 5, 6, 1.00), QUIET),
                        new Reply.Endured(new Outage(900, 99, 99, 0.10), NOISY),
                        new Reply.Endured(new Outage(40, 5, 8, 0.98), QUIET)));

        assertThat(rounds.row()).containsExactly("ours", "35 (30-40)", "7 (6-8)", "5 (5-5)", "99.0", "3, 2");
    }
}
