package io.kintsugi.bench.jet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.bench.workload.Oracle;
import io.kintsugi.bench.workload.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JetContenderTest {
    @ParameterizedTest
    @EnumSource(names = {"W1", "W2"})
    void deliversWhatTheOracleExpects(Workload workload) throws Exception {
        long records = 100_003; // Fits into no batch.

        try (JetContender jet = new JetContender()) {
            assertThat(jet.run(workload, records).sunk()).isEqualTo(Oracle.expected(workload, records));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"B1", "B2"})
    void refusesToRunABatch(Workload workload) {
        try (JetContender jet = new JetContender()) {
            assertThatThrownBy(() -> jet.run(workload, 10))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("jet does not take part in " + workload);
        }
    }
}
