package io.kintsugi.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MeterTest {
    @Test
    void addsUpWhatAllSinksGot() throws Exception {
        RunResult result = Meter.measure(() -> {
            Meter.current().sourceStarted();
            Meter.current().sinkEnded(3);
            Meter.current().sinkEnded(4);
        });

        assertThat(result.sunk()).isEqualTo(new Sunk(7, 0));
        assertThat(result.nanos()).isNotNegative();
    }

    @Test
    void refusesARunThatNoSinkEnded() {
        assertThatThrownBy(() -> Meter.measure(() -> Meter.current().sourceStarted()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not one of its sinks");
    }
}
