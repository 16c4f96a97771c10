package io.kintsugi.bench.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.bench.workload.Oracle;
import io.kintsugi.bench.workload.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlainContenderTest {
    @ParameterizedTest
    @EnumSource(names = {"W1", "W2"})
    void deliversWhatTheOracleExpects(Workload workload) throws Exception {
        long records = 100_003; // Fits into no batch.

        assertThat(new PlainContender().run(workload, records).sunk()).isEqualTo(Oracle.expected(workload, records));
    }

    @ParameterizedTest
    @EnumSource(names = {"B1", "B2"})
    void refusesToRunABatch(Workload workload) {
        assertThatThrownBy(() -> new PlainContender().run(workload, 10))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("plain does not take part in " + workload);
    }
}
