package io.kintsugi.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.JobState;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thousands of lives in random order, each from a seed that repeats it; {@link SimulatedWorkers} checks every step. */
final class JobMasterSeedTest {
    private static final int SEEDS = 2_000;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyJobEndsAndNoTaskIsLeftAndNoLostWorkerIsSpokenTo(boolean withFaults) {
        Set<JobState> ends = EnumSet.noneOf(JobState.class);
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedWorkers workers = new SimulatedWorkers(seed, withFaults);

            workers.playToTheEnd();

            assertThat(workers.problems())
                    .as("seed %d%n%s", seed, workers.history())
                    .isEmpty();
            ends.add(workers.state());
        }
        assertThat(ends).contains(JobState.FINISHED, JobState.STOPPED);
        assertThat(ends.contains(JobState.FAILED)).isEqualTo(withFaults);
    }
}
