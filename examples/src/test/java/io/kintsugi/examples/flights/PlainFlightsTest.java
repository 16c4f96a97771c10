package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PlainFlightsTest {

    private static final double ENTROPY_OF_BASE_RATE = 0.5237;

    @Test
    void learnsInOnePassWhatTheDataAllow() {
        PlainFlights plain = PlainFlights.run(Flights.ROWS);

        assertThat(plain.auc()).isCloseTo(0.659, within(0.01));
        assertThat(plain.logLoss()).isLessThan(0.5).isLessThan(ENTROPY_OF_BASE_RATE);
    }

    @Test
    void givesTheSameFiguresToTheLastDigitOnEveryJvm() {
        PlainFlights plain = PlainFlights.run(Flights.ROWS);

        assertThat(plain.auc()).isCloseTo(0.6596644393203153, within(1e-12));
        assertThat(plain.logLoss()).isCloseTo(0.4956575445727713, within(1e-12));
    }

    @Test
    void remembersTheRowsInTheSecondPassSoThatOnlyTheFirstIsATest() {
        List<Prediction> predictions = PlainFlights.run(2 * Flights.ROWS).predictions();

        double second = PlainFlights.auc(predictions.subList(Flights.ROWS, 2 * Flights.ROWS));

        assertThat(second).isGreaterThan(0.72);
    }

    @Test
    void predictsEveryFlightOnceInOrder() {
        List<Prediction> predictions = PlainFlights.run(1_000).predictions();

        assertThat(predictions).hasSize(1_000);
        assertThat(predictions).extracting(Prediction::flightId).isSorted().doesNotHaveDuplicates();
        assertThat(predictions)
                .allMatch(p -> p.late() == Flights.flight(p.flightId()).late());
    }

    @Test
    void ranksByHandWhatIsSmallEnoughToRankByHand() {
        List<Prediction> predictions =
                List.of(prediction(0.1, false), prediction(0.4, true), prediction(0.4, false), prediction(0.8, true));

        // Pairs late/on time: 0.4 beats 0.1, ties with 0.4; 0.8 beats both: 3.5 of 4.
        assertThat(PlainFlights.auc(predictions)).isEqualTo(3.5 / 4);
    }

    private static Prediction prediction(double probability, boolean late) {
        return new Prediction(0, 0, late, probability, 0);
    }
}
