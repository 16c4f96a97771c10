package io.kintsugi.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whole clusters from seeds. A failing seed is replayed by
 * {@code mvn -pl testkit -am test -Dtest=SimulationTest -Dsimulation.seed=SEED -Dsurefire.failIfNoSpecifiedTests=false}.
 */
final class SimulationTest {
    private static final int FIXED_SEEDS = 200;
    /** A worker that has not heard of the second term gets attempts to begin from the leader of the first. */
    private static final long TWO_LEADERS_BEGIN_ATTEMPTS = 3569117168415290255L;
    /** A worker joins when the third leader has taken over, and the second one, which does not know it yet, uses it first. */
    private static final long JOINS_BETWEEN_TWO_LEADERS = 55025;

    /** About when the sources end if nothing goes wrong. */
    private static final long LONGEST_RUN_MS = 150;
    /** Until then all tasks have been ordered, if no message is lost. */
    private static final long DEPLOYED_MS = 1;

    @Test
    void everyNumberComesOutOnceWhenNothingGoesWrong() {
        Simulation simulation = Simulation.of(1, FaultPlan.none());

        List<String> problems = simulation.run();

        assertThat(problems).as(simulation::story).isEmpty();
        assertThat(simulation.checkpoints()).isGreaterThan(1);
    }

    @Test
    void everyNumberComesOutOnceWhateverGoesWrong() {
        Seeds.forEach("simulation", FIXED_SEEDS, SimulationTest::verify);
    }

    @Test
    void everyNumberComesOutOnceOverAStopWithASavepointWhateverGoesWrong() {
        Seeds.forEach(
                "stop",
                FIXED_SEEDS,
                seed -> assertThat(Simulation.stopped(seed, new Random(seed).nextLong(LONGEST_RUN_MS)))
                        .as("seed " + seed)
                        .isEmpty());
    }

    @Test
    void noTaskRestartsBecauseItsLeaderIsReplacedAgainAndAgain() {
        Seeds.forEach("takeover", FIXED_SEEDS, seed -> {
            Random random = new Random(seed);
            List<Fault> faults = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                faults.add(new Fault.LeaderIsReplaced(
                        DEPLOYED_MS + random.nextLong(LONGEST_RUN_MS), random.nextLong(50), random.nextBoolean()));
            }
            boolean fair = random.nextBoolean();
            Simulation simulation = Simulation.of(seed, new FaultPlan(fair ? Weather.fair() : Weather.rough(), faults));

            List<String> problems = simulation.run();

            assertThat(problems).as(simulation::story).isEmpty();
            if (fair) { // Else a task may not even have been ordered when the first leader is gone.
                assertThat(simulation.restarts()).as(simulation::story).isZero();
            }
        });
    }

    @Test
    void aLeaderThatDoesNotKnowThatItIsReplacedCallsNoAttemptLikeItsSuccessor() {
        verify(TWO_LEADERS_BEGIN_ATTEMPTS);
    }

    @Test
    void aWorkerThatJoinsBeginsNothingForALeaderThatDoesNotKnowThatItIsReplaced() {
        verify(JOINS_BETWEEN_TWO_LEADERS);
    }

    @Test
    void everyNumberComesOutOnceOverARollingRestart() {
        Seeds.forEach("rolling restart", FIXED_SEEDS, seed -> {
            Simulation simulation = Simulation.of(seed, FaultPlan.rollingRestart(new Random(seed), LONGEST_RUN_MS));

            List<String> problems = simulation.run();

            assertThat(problems).as(simulation::story).isEmpty();
        });
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
