package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.graph.Step;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.testkit.JobTestDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FlightsJobTest {

    @TempDir
    private Path folder;

    @Test
    void spreadsTheFlightsOverAllTrainersAndTheirPredictionsByPass() {
        Plan plan = Plan.of(build(Map.of()).graph());

        assertThat(plan.vertices())
                .extracting(vertex -> vertex.label() + " x" + vertex.parallelism())
                .containsExactly("flights x2", "trainers x4", "quality+report x2");
        assertThat(plan.edges())
                .extracting(PlanEdge::partitioning)
                .containsExactly(Partitioning.REBALANCE, Partitioning.HASH);
    }

    @Test
    void writesPredictionsAndReportsInTasksThatMayBlockWhenItHasAnOutputFolder() {
        JobGraph graph = build(Map.of("output", folder.toString())).graph();

        assertThat(graph.steps().stream().filter(Step::blocking).map(Step::name))
                .containsExactly("predictions", "report");
        assertThat(Plan.of(graph).tasks()).hasSize(2 + 4 + 4 + 2 + 2);
    }

    @Test
    void halvesTheSourcesAndKeepsAtLeastOne() {
        assertThat(sourcesAt(1)).isEqualTo(1);
        assertThat(sourcesAt(2)).isEqualTo(1);
        assertThat(sourcesAt(3)).isEqualTo(1);
        assertThat(sourcesAt(8)).isEqualTo(4);
    }

    @Test
    void isTheSameGraphEachTimeSoThatEveryNodeBuildsTheSame() {
        assertThat(build(Map.of()).graph().fingerprint())
                .isEqualTo(build(Map.of()).graph().fingerprint());
    }

    @Test
    void namesAParameterThatItDoesNotKnowAndTheNearestThatItDoes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> build(Map.of("record", "5")))
                .withMessageContaining("'record'")
                .withMessageContaining("records");
    }

    @Test
    void refusesParametersOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> build(Map.of("records", "-1")))
                .withMessageContaining("records");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> build(Map.of("parallelism", "129")))
                .withMessageContaining("1 to 128");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> build(Map.of("rate", "fast")))
                .withMessageContaining("rate");
    }

    @Test
    void predictsAtParallelismOneWhatThePlainLoopPredictsToTheLastBit() {
        PlainFlights plain = PlainFlights.run(Flights.ROWS);

        List<Prediction> predictions = predictionsOf(Flights.ROWS, 1, 32);

        assertThat(predictions).isEqualTo(plain.predictions());
        assertThat(PlainFlights.auc(predictions)).isCloseTo(0.659, within(0.01));
    }

    @ParameterizedTest
    @CsvSource({"2, 32", "4, 32", "4, 2", "7, 3"})
    void predictsEveryFlightOnceAtAnyParallelismAndChannelSize(int parallelism, int windowFrames) {
        int records = 2 * Flights.ROWS + 123;

        List<Prediction> predictions = predictionsOf(records, parallelism, windowFrames);

        assertThat(ids(predictions))
                .containsExactlyElementsOf(LongStream.range(0, records).boxed().toList());
        assertThat(predictions)
                .allMatch(p -> p.late() == Flights.flight(p.flightId()).late());
        assertThat(predictions.stream().map(Prediction::trainer).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, parallelism).boxed().toList());
    }

    @Test
    void learnsLessInTheFirstPassWhenFourTrainersShareIt() {
        QualityBoard board = run(new FlightsSettings(Flights.ROWS, 0, 4));

        PassQuality first = board.read().first().orElseThrow();

        assertThat(first.complete()).isTrue();
        assertThat(first.auc()).isCloseTo(0.624, within(0.01));
    }

    @Test
    void reportsTheExactFiguresOfEveryPassAtItsEnd() {
        int records = 2 * Flights.ROWS + 123;
        PlainFlights plain = PlainFlights.run(records);

        QualityBoard board = run(new FlightsSettings(records, 0, 1));

        QualityBoard.Reading reading = board.read();
        assertThat(reading.records()).isEqualTo(records);
        assertThat(reading.first().orElseThrow())
                .satisfies(pass -> assertThat(pass.records()).isEqualTo(Flights.ROWS))
                .satisfies(pass -> assertThat(pass.auc())
                        .isCloseTo(PlainFlights.auc(plain.predictions().subList(0, Flights.ROWS)), within(0.001)));
        assertThat(reading.newest().orElseThrow())
                .satisfies(pass -> assertThat(pass.pass()).isEqualTo(3))
                .satisfies(pass -> assertThat(pass.records()).isEqualTo(123))
                .satisfies(pass -> assertThat(pass.complete()).isTrue());
    }

    @Test
    void reportsAllThatItPredictedWhenAnEndlessReplayIsDrained() {
        QualityBoard board = new QualityBoard();
        Job job = FlightsJob.of(new FlightsSettings(FlightsSettings.ENDLESS, 0, 2), board.sink());

        try (JobTestDriver driver = JobTestDriver.start(job)) {
            while (board.read().records() < 2 * Flights.ROWS) {
                driver.step();
            }
            driver.drain();
            driver.runToEnd(Duration.ofMinutes(1));

            assertThat(board.read().records())
                    .isEqualTo(driver.counters(new TaskId("flights", 0)).recordsIn());
        }
    }

    private static QualityBoard run(FlightsSettings settings) {
        QualityBoard board = new QualityBoard();
        run(FlightsJob.of(settings, board.sink()), ChannelSettings.defaults());
        return board;
    }

    private static void run(Job job, ChannelSettings channels) {
        try (JobTestDriver driver = JobTestDriver.start(job, channels)) {
            driver.runToEnd(Duration.ofMinutes(10));
        }
    }

    private static ChannelSettings channels(int windowFrames) {
        ChannelSettings defaults = ChannelSettings.defaults();
        return new ChannelSettings(
                windowFrames,
                defaults.batchRecords(),
                defaults.frameBytes(),
                defaults.recordBytesMax(),
                defaults.flushMs(),
                defaults.heartbeatMs(),
                defaults.silenceMs());
    }

    /** As the files of the job's output folder tell them, by flight. */
    private List<Prediction> predictionsOf(int records, int parallelism, int windowFrames) {
        run(
                build(Map.of(
                        "records", Integer.toString(records),
                        "parallelism", Integer.toString(parallelism),
                        "output", folder.toString())),
                channels(windowFrames));
        List<Prediction> predictions = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith("predictions-"))
                    .toList()) {
                Files.readAllLines(file).forEach(line -> predictions.add(PredictionJson.read(line)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        predictions.sort(Comparator.comparingLong(Prediction::flightId));
        return predictions;
    }

    private static List<Long> ids(List<Prediction> predictions) {
        return predictions.stream().map(Prediction::flightId).toList();
    }

    private static int sourcesAt(int parallelism) {
        return build(Map.of("parallelism", Integer.toString(parallelism)))
                .graph()
                .step("flights")
                .orElseThrow()
                .parallelism();
    }

    private static Job build(Map<String, String> parameters) {
        return new FlightsJob().build(new JobParameters(parameters));
    }
}
