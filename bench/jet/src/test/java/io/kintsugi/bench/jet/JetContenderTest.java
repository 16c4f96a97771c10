package io.kintsugi.bench.jet;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.bench.workload.Oracle;
import io.kintsugi.bench.workload.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JetContenderTest {
    @ParameterizedTest
    @EnumSource
    void deliversWhatTheOracleExpects(Workload workload) throws Exception {
        long records = 100_003; // Fits into no batch.

        try (JetContender jet = new JetContender()) {
            assertThat(jet.run(workload, records).sunk()).isEqualTo(Oracle.expected(workload, records));
        }
    }
}
