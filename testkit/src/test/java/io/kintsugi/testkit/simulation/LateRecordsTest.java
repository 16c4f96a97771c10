package io.kintsugi.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whole clusters from seeds in which time goes on without tasks that are away. A failing seed is replayed by
 * {@code mvn -pl testkit -am test -Dtest=LateRecordsTest -Dsimulation.seed=SEED -Dsurefire.failIfNoSpecifiedTests=false}.
 */
final class LateRecordsTest {
    private static final int FIXED_SEEDS = 50;
    private static final int NUMBERS = 150;

    private int late;

    @Test
    void theAccountTellsWhatIsLateBecauseATaskNextToWindowsWasAway() {
        Seeds.forEach(
                "late behind neighbours", FIXED_SEEDS, seed -> verify(seed, LateJob.passing(), LossBasis.COUNTED));

        assertThat(late).as("late numbers in all runs").isPositive();
    }

    @Test
    void theAccountTellsWhatIsLateBecauseATaskFurtherBeforeWindowsWasAway() {
        Seeds.forEach("late behind others", FIXED_SEEDS, seed -> verify(seed, LateJob.before(), LossBasis.BOUNDED));

        assertThat(late).as("late numbers in all runs").isPositive();
    }

    private void verify(long seed, List<TaskId> failing, LossBasis leastCertain) {
        LateJob job = new LateJob(NUMBERS);
        Simulation simulation = Simulation.late(seed, job, failing);

        assertThat(simulation.run()).as(simulation::story).isEmpty();
        assertThat(simulation.losses().entries())
                .as(simulation::story)
                .map(LossEntry::range)
                .filteredOn(range -> range.kind() == LossKind.LATE_AFTER_RECOVERY)
                .allMatch(range -> range.basis().compareTo(leastCertain) <= 0);
        late += job.lateNumbers();
    }
}
