package io.kintsugi.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossRange;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whole clusters from seeds, with tasks that restart alone. A failing seed is replayed by
 * {@code mvn -pl testkit -am test -Dtest=LossAccountTest -Dsimulation.seed=SEED -Dsurefire.failIfNoSpecifiedTests=false}.
 */
final class LossAccountTest {
    private static final int FIXED_SEEDS = 300;
    private static final int FEWER_SEEDS = 100;
    /** The worker with the third of the tasks that pass numbers on and of those that note them, and nothing else. */
    private static final int WITHOUT_SOURCE = 2;
    /** Of the fifty that pass through a channel. */
    private static final int FEW = 25;

    private static final List<Recovery.Strategy> STRATEGIES = List.of(
            Recovery.Strategy.TASK, Recovery.Strategy.TASK, Recovery.Strategy.DOWNSTREAM, Recovery.Strategy.SINK);
    private static final List<AbsentConsumer> POLICIES = List.of(
            AbsentConsumer.buffer(),
            AbsentConsumer.buffer(20 * AbsentConsumer.BYTES_BY_REFERENCE),
            AbsentConsumer.discard(),
            AbsentConsumer.block(),
            AbsentConsumer.reroute());

    @Test
    void losesNothingWhenNothingGoesWrong() {
        LossyJob job = new LossyJob(150, Recovery.task());
        Simulation simulation = Simulation.approximate(1, job, FaultPlan.none());

        assertThat(simulation.run()).as(simulation::story).isEmpty();
        assertThat(job.truth()).isEqualTo(new LossyJob.Truth(0, 0, 0, 0));
    }

    @Test
    void theAccountTellsWhatIsLostWhateverGoesWrong() {
        Seeds.forEach("loss account", FIXED_SEEDS, seed -> {
            Recovery recovery = recovery(seed);
            verify(recovery, Simulation.approximate(seed, recovery));
        });
    }

    @Test
    void theAccountTellsWhatTasksWithoutStateLoseWhateverGoesWrong() {
        Seeds.forEachFixed(FEWER_SEEDS, seed -> {
            Recovery recovery = recovery(seed);
            verify(recovery, Simulation.approximate(seed, new LossyJob(150, recovery, true)));
        });
    }

    @Test
    void theAccountTellsWhatTasksWithoutStateLoseWithTheirProcesses() {
        Seeds.forEachFixed(FEWER_SEEDS, seed -> {
            Recovery recovery = recovery(seed);
            verify(recovery, Simulation.killed(seed, new LossyJob(150, recovery, true)));
        });
    }

    @Test
    void aTaskWithoutStateThatDiesWithItsProcessAndItsConsumerLosesAFewRecordsAndNotAnUnknownNumber() {
        Seeds.forEachFixed(FEWER_SEEDS, seed -> {
            Random random = new Random(seed);
            LossyJob job = new LossyJob(150, Recovery.task().lossBudget(LossBudget.unlimited()), true);
            Fault kill = new Fault.WorkerDies(20 + random.nextLong(80), WITHOUT_SOURCE, 1 + random.nextLong(50));
            Simulation simulation = Simulation.approximate(seed, job, new FaultPlan(Weather.fair(), List.of(kill)));

            verify(Recovery.task(), simulation);

            List<LossRange> ofPassing = simulation.losses().entries().stream()
                    .map(LossEntry::range)
                    .filter(range -> range.channel().edge() == 0)
                    .toList();
            assertThat(ofPassing)
                    .as(simulation::story)
                    .allMatch(range -> range.basis() == LossBasis.BOUNDED && range.count() <= FEW);
        });
    }

    @Test
    void whatATaskHadLostBeforeItsLastWordsStaysLostWhenTheNextAttemptDiesWithoutAWord() {
        Recovery recovery =
                Recovery.task().absentConsumer(AbsentConsumer.discard()).lossBudget(LossBudget.unlimited());
        Seeds.forEachFixed(FEWER_SEEDS, seed -> {
            Random random = new Random(seed);
            TaskId failing = new TaskId("pass", WITHOUT_SOURCE);
            List<Fault> faults = List.of(
                    new Fault.StoreFails(0, 400),
                    new Fault.TaskFails(60 + random.nextLong(30), failing),
                    new Fault.TaskFails(100 + random.nextLong(30), failing),
                    new Fault.WorkerDies(150 + random.nextLong(40), WITHOUT_SOURCE, 1 + random.nextLong(50)));
            LossyJob job = new LossyJob(150, recovery, true);
            verify(recovery, Simulation.approximate(seed, job, new FaultPlan(Weather.rough(), faults)));
        });
    }

    /** Before the first checkpoint is complete, and where the region goes back to it. */
    @Test
    void whatASinkThatMovedHasWrittenComesOnceAlthoughItsRegionGoesBackBehindIt() {
        Seeds.forEachFixed(FEWER_SEEDS, seed -> {
            Random random = new Random(seed);
            LossyJob job = new LossyJob(150, Recovery.sink());
            List<Fault> faults = List.of(
                    new Fault.NodeIsDrained(random.nextLong(60), random.nextInt(SimulatedCluster.WORKERS), 50),
                    new Fault.StoreFails(60 + random.nextLong(60), 1 + random.nextLong(100)),
                    new Fault.TaskFails(80 + random.nextLong(100), new TaskId("read", 1)));
            Simulation simulation = Simulation.approximate(seed, job, new FaultPlan(Weather.fair(), faults));

            verify(Recovery.sink(), simulation);

            assertThat(job.truth()).as(simulation::story).isEqualTo(new LossyJob.Truth(0, 0, 0, 0));
        });
    }

    @Test
    void aRollingRestartLosesNothingAndDoublesNothing() {
        Seeds.forEach("rolling restart", FIXED_SEEDS, seed -> {
            Random random = new Random(seed);
            LossyJob job = new LossyJob(150, recovery(random));
            Simulation simulation = Simulation.approximate(seed, job, FaultPlan.rollingRestart(random, 150));

            List<String> problems = simulation.run();

            assertThat(problems).as(simulation::story).isEmpty();
            assertThat(job.truth()).as(simulation::story).isEqualTo(new LossyJob.Truth(0, 0, 0, 0));
        });
    }

    private static void verify(Recovery recovery, Simulation simulation) {
        List<String> problems = simulation.run();
        assertThat(problems)
                .as(() -> recovery.strategy() + " " + recovery.absentConsumer() + " " + simulation.story())
                .isEmpty();
    }

    private static Recovery recovery(long seed) {
        return recovery(new Random(seed * 31));
    }

    private static Recovery recovery(Random random) {
        return Recovery.of(
                        STRATEGIES.get(random.nextInt(STRATEGIES.size())),
                        Recovery.task().restart())
                .absentConsumer(POLICIES.get(random.nextInt(POLICIES.size())))
                .lossBudget(LossBudget.unlimited());
    }
}
