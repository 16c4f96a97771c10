package io.kintsugi.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.examples.flights.FlightsSettings;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DemoFailuresTest {
    private static final FlightsSettings FLIGHTS = new FlightsSettings(4_000, 0, 4);

    @Test
    void areSpreadEvenlyOverTheFlightsAndTheTrainers() {
        DemoFailures failures = new DemoFailures(3, Recovery.Strategy.TASK);

        assertThat(IntStream.range(0, 3).mapToObj(number -> failures.dueAt(number, FLIGHTS)))
                .containsExactly(1_000L, 2_000L, 3_000L);
        assertThat(IntStream.range(0, 5)
                        .mapToObj(number -> failures.victim(number, FLIGHTS).toString()))
                .containsExactly("trainers[0]", "trainers[1]", "trainers[2]", "trainers[3]", "trainers[0]");
    }

    @Test
    void holdSourcesBehindTheFailureThatIsNotOverAndNobodyAfterTheLast() {
        DemoFailures failures = new DemoFailures(3, Recovery.Strategy.TASK);

        assertThat(IntStream.range(0, 4).mapToObj(over -> failures.heldAt(over, FLIGHTS)))
                .containsExactly(1_500L, 2_500L, 3_500L, Long.MAX_VALUE);
    }

    @Test
    void areDueBeforeSourcesAreHeldAlsoWhenTheyOutnumberTheFlights() {
        FlightsSettings few = new FlightsSettings(2, 0, 4);
        DemoFailures failures = new DemoFailures(10, Recovery.Strategy.TASK);

        for (int number = 0; number < 10; number++) {
            assertThat(failures.dueAt(number, few)).isLessThanOrEqualTo(failures.heldAt(number, few));
        }
    }

    @Test
    void hitTasksWithoutConsumersWhereOnlyThoseRestartAlone() {
        DemoFailures failures = new DemoFailures(3, Recovery.Strategy.SINK);

        assertThat(failures.victim(2, FLIGHTS)).hasToString("quality[0]");
        assertThat(failures.victim(3, FLIGHTS)).hasToString("quality[1]");
    }

    @Test
    void areAtMostAThousand() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DemoFailures(1_001, Recovery.Strategy.TASK))
                .withMessage("failures: expected 0 to 1000, found 1001");
    }
}
