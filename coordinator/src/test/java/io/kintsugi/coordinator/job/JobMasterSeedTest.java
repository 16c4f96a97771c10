package io.kintsugi.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.JobState;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Thousands of lives in random order, each from a seed that repeats it; {@link SimulatedCluster} checks every step.
 * {@code -Dkintsugi.seeds=100000} plays more.
 */
final class JobMasterSeedTest {
    private static final int SEEDS = Integer.getInteger("kintsugi.seeds", 2_000);

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void everyJobEndsAndNothingIsLeftOrLostOrCountedTooEarly(boolean withFaults, boolean checkpointed) {
        Recovery recovery = checkpointed ? Recovery.region() : Recovery.none();
        Set<JobState> ends = EnumSet.noneOf(JobState.class);
        int recovered = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = new SimulatedCluster(seed, withFaults, checkpointed, recovery);

            cluster.playToTheEnd();

            assertThat(cluster.problems())
                    .as("seed %d: %s%n%s", seed, cluster.problems(), cluster.history())
                    .isEmpty();
            ends.add(cluster.state());
            recovered += cluster.hasRecovered() ? 1 : 0;
        }
        assertThat(ends).contains(JobState.FINISHED, JobState.STOPPED);
        assertThat(ends.contains(JobState.FAILED)).isEqualTo(withFaults);
        assertThat(recovered > SEEDS / 20).isEqualTo(withFaults && checkpointed);
    }

    @ParameterizedTest
    @CsvSource({"TASK, true", "TASK, false", "DOWNSTREAM, true", "DOWNSTREAM, false", "SINK, true", "SINK, false"})
    void restartsOfSingleTasksTouchNobodyElseAndEnd(Recovery.Strategy strategy, boolean checkpointed) {
        playAll(Recovery.task().strategy(strategy).lossBudget(LossBudget.unlimited()), checkpointed);
    }

    @ParameterizedTest
    @CsvSource({"ESCALATE, true", "ESCALATE, false", "PAUSE, true", "WARN, true"})
    void jobsWithASmallBudgetEnd(LossBudget.OnExcess onExcess, boolean checkpointed) {
        LossBudget budget = LossBudget.unlimited()
                .recoveries(1)
                .window(Duration.ofSeconds(1))
                .onExcess(onExcess);
        playAll(Recovery.task().lossBudget(budget), checkpointed);
    }

    @ParameterizedTest
    @EnumSource(
            value = Recovery.Strategy.class,
            names = {"TASK", "DOWNSTREAM"})
    void sparesAreUsedOnceEachWhereTheyAre(Recovery.Strategy strategy) {
        int used = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = SimulatedCluster.standingBy(
                    seed, Recovery.task().strategy(strategy).lossBudget(LossBudget.unlimited()));

            cluster.playToTheEnd();

            assertThat(cluster.problems())
                    .as("seed %d: %s%n%s", seed, cluster.problems(), cluster.history())
                    .isEmpty();
            used += cluster.sparesUsed();
        }
        assertThat(used).isGreaterThan(SEEDS / 100);
    }

    @ParameterizedTest
    @CsvSource({"TASK, true", "TASK, false", "REGION, true", "REGION, false"})
    void noTaskBeginsOnADrainedWorkerWhateverGoesWrong(Recovery.Strategy strategy, boolean withFaults) {
        int moved = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Recovery recovery = Recovery.of(strategy, Recovery.task().restart()).lossBudget(LossBudget.unlimited());
            SimulatedCluster cluster = new SimulatedCluster(seed, withFaults, true, recovery);
            cluster.drain(Stories.W1);

            cluster.playToTheEnd();

            assertThat(cluster.problems())
                    .as("seed %d: %s%n%s", seed, cluster.problems(), cluster.history())
                    .isEmpty();
            moved += cluster.history().contains("since no task is to be on") ? 1 : 0;
        }
        assertThat(moved).isPositive(); // Most jobs are so short that nothing is left to move.
    }

    @ParameterizedTest
    @CsvSource({"TASK, true", "TASK, false", "REGION, true", "DOWNSTREAM, true"})
    void noTaskBeginsOnAQuarantinedWorkerAndNoneLeavesIt(Recovery.Strategy strategy, boolean withFaults) {
        int elsewhere = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Recovery recovery = Recovery.of(strategy, Recovery.task().restart()).lossBudget(LossBudget.unlimited());
            SimulatedCluster cluster = new SimulatedCluster(seed, withFaults, true, recovery);
            cluster.quarantine(Stories.W1);

            cluster.playToTheEnd();

            assertThat(cluster.problems())
                    .as("seed %d: %s%n%s", seed, cluster.problems(), cluster.history())
                    .isEmpty();
            assertThat(cluster.history()).doesNotContain("WorkerDrained", "HandOverTask");
            elsewhere += cluster.hasRecovered() ? 1 : 0;
        }
        assertThat(elsewhere > 0).isEqualTo(withFaults);
    }

    private static void playAll(Recovery recovery, boolean checkpointed) {
        int recovered = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = new SimulatedCluster(seed, true, checkpointed, recovery);

            cluster.playToTheEnd();

            assertThat(cluster.problems())
                    .as("seed %d: %s%n%s", seed, cluster.problems(), cluster.history())
                    .isEmpty();
            recovered += cluster.hasRecovered() ? 1 : 0;
        }
        assertThat(recovered).isGreaterThan(SEEDS / 20);
    }
}
