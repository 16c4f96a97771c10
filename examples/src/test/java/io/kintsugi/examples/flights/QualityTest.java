package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class QualityTest {

    private static final List<Prediction> REAL = PlainFlights.run(Flights.ROWS).predictions();

    @Test
    void agreesWithTheExactAucOnRealFlights() {
        for (int count : new int[] {500, 2_000, 20_000}) {
            List<Prediction> some = REAL.subList(0, count);

            assertThat(measured(some).auc()).isCloseTo(PlainFlights.auc(some), within(0.001));
        }
    }

    @Test
    void agreesWithTheExactLogLossOnRealFlights() {
        assertThat(measured(REAL).logLoss()).isCloseTo(PlainFlights.logLoss(REAL), within(1e-6));
    }

    @Test
    void countsAllFlightsAndTheLateOnes() {
        Quality quality = measured(REAL);

        assertThat(quality.count()).isEqualTo(20_000);
        assertThat(quality.late()).isEqualTo(4_349);
    }

    @Test
    void mergesPartsIntoExactlyTheWhole() {
        Quality merged = Quality.empty();
        merged.merge(measured(REAL.subList(12_345, 20_000)));
        merged.merge(measured(REAL.subList(0, 12_345)));

        assertThat(merged.cells()).isEqualTo(measured(REAL).cells());
    }

    @Test
    void doesNotDependOnTheOrderOfArrival() {
        List<Prediction> shuffled = new ArrayList<>(REAL);
        Collections.shuffle(shuffled, new Random(42));

        assertThat(measured(shuffled).cells()).isEqualTo(measured(REAL).cells());
    }

    @Test
    void goesOnFromStoredState() {
        Quality restored = Quality.of(measured(REAL.subList(0, 9_000)).cells().clone());
        REAL.subList(9_000, 20_000).forEach(restored::add);

        assertThat(restored.cells()).isEqualTo(measured(REAL).cells());
    }

    @Test
    void isOneForAPerfectOrderZeroForTheReverseAndHalfForATie() {
        assertThat(measured(List.of(onTime(0.1), late(0.9))).auc()).isEqualTo(1);
        assertThat(measured(List.of(onTime(0.9), late(0.1))).auc()).isZero();
        assertThat(measured(List.of(onTime(0.4), late(0.4))).auc()).isEqualTo(0.5);
    }

    @Test
    void hasNoAucUntilBothLabelsWereSeenAndNoLogLossBeforeTheFirst() {
        assertThat(Quality.empty().logLoss()).isNaN();
        assertThat(Quality.empty().auc()).isNaN();
        assertThat(measured(List.of(late(0.9))).auc()).isNaN();
    }

    @Test
    void survivesAProbabilityThatWasSureAndWrong() {
        assertThat(measured(List.of(onTime(1), late(0))).logLoss()).isCloseTo(13.8155, within(0.0001));
    }

    @Test
    void refusesWhatIsNoProbability() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quality.empty().add(late(Double.NaN)))
                .withMessageContaining("found NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> Quality.empty().add(late(1.1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Quality.of(new long[3]));
    }

    private static Quality measured(List<Prediction> predictions) {
        Quality quality = Quality.empty();
        predictions.forEach(quality::add);
        return quality;
    }

    private static Prediction late(double probability) {
        return new Prediction(0, 0, true, probability, 0);
    }

    private static Prediction onTime(double probability) {
        return new Prediction(0, 0, false, probability, 0);
    }
}
