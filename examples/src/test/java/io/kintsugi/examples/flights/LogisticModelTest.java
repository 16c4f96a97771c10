package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class LogisticModelTest {

    private static final int[] RAIN = {0, 1};
    private static final int[] SUN = {0, 2};

    @Test
    void saysOneHalfBeforeItHasLearnedAnything() {
        assertThat(LogisticModel.untrained(4).predict(RAIN)).isEqualTo(0.5);
    }

    @Test
    void testsBeforeItTrains() {
        LogisticModel model = LogisticModel.untrained(4);

        assertThat(model.learn(RAIN, true)).isEqualTo(0.5);
        assertThat(model.predict(RAIN)).isGreaterThan(0.5);
    }

    @Test
    void takesTheStepThatAdaGradPrescribes() {
        LogisticModel model = LogisticModel.untrained(4);

        model.learn(RAIN, true);

        // Gradient -0.5, so the sum of squares is 1 + 0.25 and the step 0.1 * 0.5 / sqrt(1.25).
        assertThat(model.squaredGradients()).containsExactly(1.25, 1.25, 1, 1);
        assertThat(model.weights()[1]).isCloseTo(0.05 / Math.sqrt(1.25), within(1e-15));
        assertThat(model.weights()[2]).isZero();
    }

    @Test
    void tellsTwoFeaturesApartAfterAFewHundredExamples() {
        LogisticModel model = LogisticModel.untrained(4);

        for (int i = 0; i < 500; i++) {
            model.learn(RAIN, true);
            model.learn(SUN, false);
        }

        assertThat(model.predict(RAIN)).isGreaterThan(0.9);
        assertThat(model.predict(SUN)).isLessThan(0.1);
    }

    @Test
    void goesOnFromStoredStateAsIfItHadNeverStopped() {
        FlightLearner whole = FlightLearner.untrained(0);
        FlightLearner half = FlightLearner.untrained(0);
        for (int i = 0; i < 500; i++) {
            whole.learn(Flights.flight(i));
            half.learn(Flights.flight(i));
        }
        LogisticModel stored = half.model();
        FlightLearner restored = new FlightLearner(
                0,
                new LogisticModel(
                        stored.weights().clone(), stored.squaredGradients().clone()));

        for (int i = 500; i < 1_000; i++) {
            assertThat(restored.learn(Flights.flight(i))).isEqualTo(whole.learn(Flights.flight(i)));
        }
    }

    @Test
    void refusesStateOfTwoLengths() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LogisticModel(new double[4], new double[3]))
                .withMessageContaining("found 3 and 4");
    }

    @Test
    void isRefusedByALearnerOfFlightsWhenItsSlotsDoNotFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FlightLearner(0, LogisticModel.untrained(8)))
                .withMessageContaining("found 8");
    }
}
