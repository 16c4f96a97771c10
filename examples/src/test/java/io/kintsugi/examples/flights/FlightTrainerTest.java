package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.testkit.OperatorHarness;
import org.junit.jupiter.api.Test;

final class FlightTrainerTest {

    @Test
    void goesOnWithTheModelOfItsLastVersionAndNotWithWhatItLearnedSince() {
        PlainFlights plain = PlainFlights.run(300);

        try (OperatorHarness<Flight, Prediction> harness =
                OperatorHarness.of(Flight.class, flights -> flights.process("trainers", FlightTrainer::new))) {
            push(harness, 0, 100);
            harness.snapshot();
            push(harness, 250, 300);
            harness.restore();
            push(harness, 100, 200);
            harness.restore();
            push(harness, 100, 300);

            assertThat(harness.outputs()).isEqualTo(plain.predictions());
        }
    }

    private static void push(OperatorHarness<Flight, Prediction> harness, int from, int to) {
        for (int i = from; i < to; i++) {
            harness.push(Flights.flight(i), Flights.flight(i).timestampMs());
        }
    }
}
