package io.kintsugi.bench.kintsugi;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.bench.workload.Oracle;
import io.kintsugi.bench.workload.Workload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KintsugiContenderTest {
    private final KintsugiContender contender = new KintsugiContender();

    @AfterEach
    void close() {
        contender.close();
    }

    @ParameterizedTest
    @EnumSource
    void deliversWhatTheOracleExpects(Workload workload) throws Exception {
        long records = 100_003; // Fits into no batch.

        assertThat(contender.run(workload, records).sunk()).isEqualTo(Oracle.expected(workload, records));
    }
}
