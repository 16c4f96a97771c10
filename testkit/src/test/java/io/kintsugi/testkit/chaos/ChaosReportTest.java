package io.kintsugi.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ChaosReportTest {
    private static final String REPLAY = "mvn -Pchaos -Dchaos.seed=7 verify";

    @Test
    void aLineThatIsMissingAndOneThatIsTwiceBreakThePromise() {
        ChaosJob.Findings findings =
                ChaosJob.Findings.exactlyOnce(List.of("a", "b", "b", "c"), List.of("c", "b", "b", "b"));

        assertThat(findings.figures()).containsEntry("missing", 1L).containsEntry("too many", 1L);
        assertThat(findings.problems()).containsExactly("1 of 4 lines are missing, 1 are too many, such as 'a'");
    }

    @Test
    void theOrderDoesNotMatter() {
        assertThat(ChaosJob.Findings.exactlyOnce(List.of("a", "b"), List.of("b", "a"))
                        .problems())
                .isEmpty();
    }

    @Test
    void aBrokenPromiseIsSaidWithTheCommandThatRepeatsTheRun() {
        ChaosReport report = report("FINISHED", List.of("3 lines are missing"));

        assertThat(report.isGood()).isFalse();
        assertThat(report.markdown())
                .contains("NOT GOOD", REPLAY, "BROKEN: 3 lines are missing")
                .contains("Left out: FullDisk, since there is no root.");
        assertThat(report.json().getBoolean("good")).isFalse();
        assertThat(report.json().getJsonObject("leftOut").getString("FullDisk")).isEqualTo("there is no root");
    }

    @Test
    void aJobThatHasNotFinishedHasNotKeptItsPromise() {
        assertThat(report("FAILED", List.of()).isGood()).isFalse();
        assertThat(report("FINISHED", List.of()).isGood()).isTrue();
    }

    private static ChaosReport report(String state, List<String> problems) {
        ChaosJob.Findings findings = new ChaosJob.Findings(Map.of("expected", 9L), problems);
        return new ChaosReport(
                7,
                REPLAY,
                Map.of("FullDisk", "there is no root"),
                List.of(new ChaosReport.Struck("Kill[node=w1] for 900 ms", 1_000, 1_900, 4_000)),
                List.of(new ChaosReport.JobReport("flights", "exactly once", state, 4, 1, findings)),
                List.of());
    }
}
