package io.kintsugi.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuSampleTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void tellsOwnWorkFromThatOfOthersAndFromSteal() {
        CpuSample before = CpuSample.of(0, 0, "cpu  100 0 0 900 0 0 0 0 0 0");
        CpuSample after = CpuSample.of(SECOND_NS, 3 * SECOND_NS / 2, "cpu  260 10 20 910 0 5 5 30 0 0");

        Noise noise = before.until(after);

        assertThat(noise).isEqualTo(new Noise(1.5, 0.5, 0.3));
        assertThat(noise.dirty()).isTrue();
    }

    @Test
    void findsNoNoiseWhereTheMachineDoesNotTell() {
        Noise noise = CpuSample.of(0, 0, "").until(CpuSample.of(SECOND_NS, SECOND_NS, ""));

        assertThat(noise).isEqualTo(new Noise(1, 0, 0));
        assertThat(noise.dirty()).isFalse();
    }
}
