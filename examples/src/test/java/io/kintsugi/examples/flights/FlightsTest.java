package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class FlightsTest {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm").withZone(ZoneOffset.UTC);

    @Test
    void holdsTheRowsOfTheOriginalFileToTheLastByte() throws NoSuchAlgorithmException {
        String json = LongStream.range(0, Flights.ROWS)
                .mapToObj(Flights::flight)
                .map(FlightsTest::json)
                .collect(Collectors.joining(",", "[", "]"));

        byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(json.getBytes(StandardCharsets.US_ASCII));

        assertThat(HexFormat.of().formatHex(sha256))
                .isEqualTo("52f0ddd892d4569284b845e17323abc9afb7d303ec8f63251634a20327a610bb");
    }

    @Test
    void hasAFifthOfItsFlightsLate() {
        long late = LongStream.range(0, Flights.ROWS)
                .filter(i -> Flights.flight(i).late())
                .count();

        assertThat(late).isEqualTo(4_349);
    }

    @Test
    void callsAFlightLateOnlyAboveFifteenMinutes() {
        assertThat(new Flight(0, 0, 15, 100, "BOS", "JFK").late()).isFalse();
        assertThat(new Flight(0, 0, 16, 100, "BOS", "JFK").late()).isTrue();
    }

    @Test
    void givesTheSameFlightForTheSameIndexWhateverWasReadBefore() {
        Flight first = Flights.flight(123_456);
        Flights.flight(0);

        assertThat(Flights.flight(123_456)).isEqualTo(first);
        assertThat(first.id()).isEqualTo(123_456);
    }

    @Test
    void repeatsItsRowsThirteenWeeksLaterInTheNextPass() {
        Flight row = Flights.flight(7);
        Flight again = Flights.flight(3L * Flights.ROWS + 7);

        assertThat(again)
                .isEqualTo(new Flight(
                        60_007,
                        row.timestampMs() + 3 * Flights.PASS_MS,
                        row.delayMin(),
                        row.distanceMiles(),
                        row.origin(),
                        row.destination()));
        assertThat(Flights.PASS_MS % (7 * 86_400_000L)).isZero();
    }

    @Test
    void neverStepsBackInTimeNotEvenFromPassToPass() {
        assertThat(LongStream.range(0, 2L * Flights.ROWS + 1)
                        .mapToObj(i -> Flights.flight(i).timestampMs()))
                .isSorted();
    }

    @Test
    void refusesAnIndexBelowZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Flights.flight(-1))
                .withMessageContaining("found -1");
    }

    private static String json(Flight flight) {
        return "{\"date\":\"" + DATE.format(Instant.ofEpochMilli(flight.timestampMs())) + "\",\"delay\":"
                + flight.delayMin() + ",\"distance\":" + flight.distanceMiles() + ",\"origin\":\"" + flight.origin()
                + "\",\"destination\":\"" + flight.destination() + "\"}";
    }
}
