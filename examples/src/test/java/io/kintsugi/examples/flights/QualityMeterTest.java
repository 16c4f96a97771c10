package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.testkit.OperatorHarness;
import org.junit.jupiter.api.Test;

final class QualityMeterTest {
    private static final FlightsSettings SETTINGS = new FlightsSettings(1_000_000, 0, 1);

    @Test
    void reportsAtTheEndWhatItKnewBeforeItFailedAlsoOfPassesThatGotNoMore() {
        try (OperatorHarness<Prediction, PassQuality> harness = OperatorHarness.of(
                Prediction.class,
                predictions ->
                        predictions.keyBy(QualityMeter::pass).process("quality", () -> new QualityMeter(SETTINGS)))) {
            push(harness, 7);
            push(harness, Flights.ROWS + 7);
            harness.snapshot();
            harness.restore();
            push(harness, Flights.ROWS + 8);
            harness.end();

            assertThat(harness.outputs())
                    .extracting(report -> report.pass() + ": " + report.records())
                    .containsExactlyInAnyOrder("1: 1", "2: 2");
        }
    }

    private static void push(OperatorHarness<Prediction, PassQuality> harness, long flightId) {
        harness.push(new Prediction(flightId, 0, true, 0.5, flightId), flightId);
    }
}
