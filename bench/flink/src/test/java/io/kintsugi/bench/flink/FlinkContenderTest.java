package io.kintsugi.bench.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.bench.contender.Contender;
import io.kintsugi.bench.workload.Oracle;
import io.kintsugi.bench.workload.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlinkContenderTest {
    private static final long RECORDS = 100_003; // Fits into no buffer.

    @ParameterizedTest
    @EnumSource
    void deliversWhatTheOracleExpects(Workload workload) throws Exception {
        assertDelivers(new FlinkContender(), workload);
    }

    @ParameterizedTest
    @EnumSource
    void deliversTheSameWithObjectReuse(Workload workload) throws Exception {
        assertDelivers(new FlinkReuseContender(), workload);
    }

    private static void assertDelivers(Contender contender, Workload workload) throws Exception {
        assertThat(contender.run(workload, RECORDS).sunk()).isEqualTo(Oracle.expected(workload, RECORDS));
    }
}
