package io.kintsugi.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.bench.contender.Noise;
import io.kintsugi.bench.contender.Reply;
import io.kintsugi.bench.recovery.Outage;
import java.util.Arrays;
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

    @Test
    void saysWhetherTheOthersKeptTheirThroughputInTheMedian() {
        assertThat(ofShares(0.10, 0.96, 1.00).verdict())
                .isEqualTo("ours: the others kept 96.0 % of their throughput, 95 % are wanted: met");
        assertThat(ofShares(0.94, 0.10, 1.00).verdict())
                .endsWith("94.0 % of their throughput, 95 % are wanted: MISSED");
    }

    private static RecoveryRounds ofShares(double... shares) {
        return new RecoveryRounds(
                "ours",
                Arrays.stream(shares)
                        .mapToObj(share -> new Reply.Endured(new Outage(1, 1, 1, share), QUIET))
                        .toList());
    }
}
