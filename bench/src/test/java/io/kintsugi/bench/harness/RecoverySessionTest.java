package io.kintsugi.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kintsugi.bench.recovery.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecoverySessionTest {
    private static final List<ContenderSpec> BOTH =
            List.of(ContenderSpec.named("flink"), ContenderSpec.named("kintsugi"));

    @Test
    void trainersThatStandByAreMeasuredBesideTheSameEngineWithoutThemInEachRound() {
        assertThat(RecoverySession.turns(BOTH, new Trial(500, 2)))
                .extracting(RecoverySession.Turn::name, RecoverySession.Turn::trial)
                .containsExactly(
                        tuple("flink", new Trial(500, 0)),
                        tuple("kintsugi", new Trial(500, 0)),
                        tuple("kintsugi, 2 standing by", new Trial(500, 2)));
    }

    @Test
    void withoutThemEachEngineHasOneTurn() {
        assertThat(RecoverySession.turns(BOTH, new Trial(0, 0)))
                .extracting(RecoverySession.Turn::name)
                .containsExactly("flink", "kintsugi");
    }
}
