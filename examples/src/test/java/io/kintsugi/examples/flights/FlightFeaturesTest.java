package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FlightFeaturesTest {

    private static final long HOUR_MS = 3_600_000;
    private static final Flight FLIGHT = new Flight(1, 100 * HOUR_MS, 3, 400, "BOS", "JFK");

    @Test
    void neverReadsTheDelay() {
        Flight muchLater = new Flight(1, 100 * HOUR_MS, 300, 400, "BOS", "JFK");

        assertThat(slots(muchLater)).isEqualTo(slots(FLIGHT));
    }

    @Test
    void staysWithinTheSlotsOfTheModel() {
        for (int i = 0; i < Flights.ROWS; i++) {
            assertThat(IntStream.of(slots(Flights.flight(i))))
                    .allMatch(slot -> slot >= 0 && slot < FlightFeatures.SLOTS);
        }
    }

    @Test
    void areTheSameForARowInEveryPass() {
        for (int row = 0; row < Flights.ROWS; row += 97) {
            assertThat(slots(Flights.flight(row + 5L * Flights.ROWS))).isEqualTo(slots(Flights.flight(row)));
        }
    }

    @Test
    void areTheSameOnEveryJvmSinceStoredWeightsDependOnThem() {
        assertThat(slots(FLIGHT)).containsExactly(7311, 16227, 2520, 5803, 4845, 16085, 4160, 15272, 1468);
    }

    @Test
    void changeOnlyWhereTheOriginCountsWhenTheOriginChanges() {
        Flight fromElsewhere = new Flight(1, 100 * HOUR_MS, 3, 400, "ORD", "JFK");

        assertThat(changed(FLIGHT, fromElsewhere)).containsExactly(1, 7);
    }

    @Test
    void changeWhereTheHourCountsWhenTheFlightLeavesAnHourLater() {
        Flight anHourLater = new Flight(1, 101 * HOUR_MS, 3, 400, "BOS", "JFK");

        assertThat(changed(FLIGHT, anHourLater)).containsExactly(4, 7, 8);
    }

    private static int[] changed(Flight one, Flight other) {
        int[] slotsOfOne = slots(one);
        int[] slotsOfOther = slots(other);
        return IntStream.range(0, FlightFeatures.COUNT)
                .filter(i -> slotsOfOne[i] != slotsOfOther[i])
                .toArray();
    }

    private static int[] slots(Flight flight) {
        int[] slots = new int[FlightFeatures.COUNT];
        FlightFeatures.write(flight, slots);
        return slots;
    }
}
