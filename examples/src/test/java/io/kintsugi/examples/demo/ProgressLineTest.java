package io.kintsugi.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.examples.flights.PassQuality;
import io.kintsugi.examples.flights.QualityBoard;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {

    private static final long SECOND_NS = 1_000_000_000;
    private static final Optional<PassQuality> FIRST =
            Optional.of(new PassQuality(1, 20_000, 4_349, 0.6241, 0.5, true));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void overwritesOneLineOnATerminal() {
        ProgressLine line = line(true);

        line.show(new QualityBoard.Reading(5_000, Optional.empty(), Optional.empty()), SECOND_NS / 2);
        line.show(new QualityBoard.Reading(10_000, Optional.empty(), Optional.empty()), SECOND_NS);
        line.clear();

        assertThat(printed())
                .isEqualTo("\r\u001b[K0.5 s  5,000 records  10,000 records/s"
                        + "\r\u001b[K1.0 s  10,000 records  10,000 records/s\r\u001b[K");
    }

    @Test
    void leavesWhatItWasToldToSayAboveTheLine() {
        ProgressLine line = line(true);

        line.show(new QualityBoard.Reading(5_000, Optional.empty(), Optional.empty()), SECOND_NS / 2);
        line.say("trainers[0] is back");

        assertThat(printed()).endsWith("10,000 records/s\r\u001b[Ktrainers[0] is back" + System.lineSeparator());
    }

    @Test
    void saysWhichPassIsTheTestAndWhichIsNot() {
        line(true)
                .show(
                        new QualityBoard.Reading(
                                70_000, FIRST, Optional.of(new PassQuality(4, 10_000, 2_000, 0.83, 0.4, false))),
                        SECOND_NS);

        assertThat(printed())
                .endsWith("70,000 records/s  AUC 0.624 in pass 1 (the test)  AUC 0.830 in pass 4 (remembered rows)");
    }

    @Test
    void namesTheFirstPassOnceWhileThereIsNoOther() {
        line(true).show(new QualityBoard.Reading(20_000, FIRST, FIRST), SECOND_NS);

        assertThat(printed()).endsWith("20,000 records/s  AUC 0.624 in pass 1 (the test)");
    }

    @Test
    void tellsTheSpeedOfTheLastSecondOnly() {
        ProgressLine line = line(true);

        for (int quarter = 1; quarter <= 8; quarter++) {
            long records = quarter <= 4 ? quarter * 1_000 : 4_000;
            line.show(new QualityBoard.Reading(records, Optional.empty(), Optional.empty()), quarter * SECOND_NS / 4);
        }

        assertThat(printed()).endsWith("2.0 s  4,000 records  0 records/s");
    }

    @Test
    void writesALineEveryFiveSecondsWhereThereIsNoTerminal() {
        ProgressLine line = line(false);

        for (int second = 1; second <= 11; second++) {
            line.show(new QualityBoard.Reading(second * 100L, Optional.empty(), Optional.empty()), second * SECOND_NS);
        }
        line.clear();

        assertThat(printed().lines())
                .containsExactly("5.0 s  500 records  100 records/s", "10.0 s  1,000 records  100 records/s");
    }

    private ProgressLine line(boolean terminal) {
        return new ProgressLine(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal, 0);
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
