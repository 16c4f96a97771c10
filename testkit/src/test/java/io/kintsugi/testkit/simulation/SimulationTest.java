package io.kintsugi.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * Whole clusters from seeds. A failing seed is replayed by
 * {@code mvn -pl testkit -am test -Dtest=SimulationTest -Dsimulation.seed=SEED -Dsurefire.failIfNoSpecifiedTests=false}.
 */
final class SimulationTest {
    private static final int FIXED_SEEDS = 200;
    private static final int FRESH_SEEDS = 100;

    @Test
    void everyNumberComesOutOnceWhenNothingGoesWrong() {
        Simulation simulation = Simulation.of(1, FaultPlan.none());

        List<String> problems = simulation.run();

        assertThat(problems).as(simulation::story).isEmpty();
        assertThat(simulation.checkpoints()).isGreaterThan(1);
    }

    @Test
    void everyNumberComesOutOnceWhateverGoesWrong() {
        Long only = Long.getLong("simulation.seed");
        if (only != null) {
            verify(only);
            return;
        }
        int seeds = Integer.getInteger("simulation.seeds", FIXED_SEEDS);
        for (long seed = 0; seed < seeds; seed++) {
            verify(seed);
        }
        long fresh = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE / 2);
        System.out.printf("simulation: %d fixed seeds, and %d fresh ones from %d%n", seeds, FRESH_SEEDS, fresh);
        for (long seed = fresh; seed < fresh + FRESH_SEEDS; seed++) {
            verify(seed);
        }
    }

    @Test
    void theSameSeedTakesTheSameCourse() {
        Simulation one = Simulation.of(7);
        Simulation other = Simulation.of(7);

        one.run();
        other.run();

        assertThat(one.story()).isEqualTo(other.story());
    }

    private static void verify(long seed) {
        Simulation simulation = Simulation.of(seed);
        List<String> problems = simulation.run();
        assertThat(problems).as(simulation::story).isEmpty();
    }
}
