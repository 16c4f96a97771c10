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

    @Test
    void goesOnWithACompletePassWhenPredictionsComeAgain() {
        FlightsSettings three = new FlightsSettings(3, 0, 1);

        try (OperatorHarness<Prediction, PassQuality> harness = harness(three)) {
            for (long flight : new long[] {0, 1, 2, 1}) {
                push(harness, flight);
            }
            harness.end();

            assertThat(harness.outputs())
                    .extracting(report -> report.records() + (report.complete() ? " complete" : ""))
                    .containsExactly("3 complete", "4 complete");
        }
    }

    @Test
    void forgetsAPassManyPassesLaterAndDoesNotBeginItAnew() {
        try (OperatorHarness<Prediction, PassQuality> harness = harness(SETTINGS)) {
            push(harness, 1);
            harness.watermark(Flights.flight((QualityMeter.PASSES_KEPT + 1L) * Flights.ROWS)
                    .timestampMs());
            push(harness, 2);
            harness.end();

            assertThat(harness.outputs())
                    .extracting(report -> report.pass() + ": " + report.records())
                    .containsExactly("1: 1");
        }
    }

    private static OperatorHarness<Prediction, PassQuality> harness(FlightsSettings settings) {
        return OperatorHarness.of(
                Prediction.class,
                predictions ->
                        predictions.keyBy(QualityMeter::pass).process("quality", () -> new QualityMeter(settings)));
    }

    private static void push(OperatorHarness<Prediction, PassQuality> harness, long flightId) {
        long timestamp = Flights.flight(flightId).timestampMs();
        harness.push(new Prediction(flightId, 0, true, 0.5, timestamp), timestamp);
    }
}
