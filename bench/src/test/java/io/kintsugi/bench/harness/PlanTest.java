package io.kintsugi.bench.harness;

import static io.kintsugi.bench.harness.Rounds.QUIET;
import static io.kintsugi.bench.harness.Rounds.round;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.bench.workload.Workload;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PlanTest {
    private final Plan plan = new Plan(ContenderSpec.ALL, 5, 15, 5, OptionalLong.empty());

    @Test
    void keepsTheNumberOfRecordsWhileRoundsTakeAboutLongEnough() {
        assertThat(plan.recordsAfter(round(20, 3, QUIET))).isEqualTo(20_000_000);
        assertThat(plan.recordsAfter(round(20, 9, QUIET))).isEqualTo(20_000_000);
    }

    @Test
    void fitsTheNumberOfRecordsToTheLengthOfARoundInTwoDigits() {
        assertThat(plan.recordsAfter(round(1, 0.3, QUIET))).isEqualTo(16_000_000);
        assertThat(plan.recordsAfter(round(100, 30, QUIET))).isEqualTo(16_000_000);
    }

    @Test
    void staysWithinItsLimits() {
        assertThat(plan.recordsAfter(round(400, 1, QUIET))).isEqualTo(400_000_000);
        assertThat(plan.recordsAfter(round(1, 3600, QUIET))).isEqualTo(100_000);
    }

    @Test
    void obeysAFixedNumberOfRecords() {
        Plan fixed = new Plan(ContenderSpec.ALL, 5, 15, 5, OptionalLong.of(1_000_000));

        assertThat(fixed.firstRecords()).isEqualTo(1_000_000);
        assertThat(fixed.recordsAfter(round(1, 0.01, QUIET))).isEqualTo(1_000_000);
    }

    @Test
    void needsAtLeastOneRound() {
        assertThatThrownBy(() -> new Plan(ContenderSpec.ALL, 0, 15, 5, OptionalLong.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void leavesOutWhoDoesNotTakePart() {
        assertThat(plan.of(Workload.B1).contenders())
                .extracting(ContenderSpec::name)
                .containsExactly("flink", "flink-reuse", "kintsugi");
        assertThat(plan.of(Workload.W1)).isEqualTo(plan);
    }

    @Test
    void saysWhoTakesPartWhereNobodyDoes() {
        Plan jet = new Plan(List.of(ContenderSpec.named("jet")), 5, 15, 5, OptionalLong.empty());

        assertThatThrownBy(() -> jet.of(Workload.B2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("B2: none of [jet] takes part: expected one of [flink, flink-reuse, kintsugi]");
    }
}
