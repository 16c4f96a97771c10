package io.kintsugi.examples.airports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kintsugi.core.api.JobParameters;
import io.kintsugi.examples.WrittenLines;
import io.kintsugi.testkit.JobTestDriver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ranks of the job beside those of a plain loop. */
final class RanksJobTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    /** Sums come in another order. */
    private static final double ROUNDING = 1e-9;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"1", "3"})
    void ranksEveryAirportAsAPlainLoopDoes(String parallelism) throws Exception {
        PlainRanks plain = PlainRanks.until(1e-6, 100);

        Map<String, Double> ranks = run(Map.of("parallelism", parallelism));

        assertThat(plain.supersteps()).isBetween(20, 99);
        assertThat(ranks).hasSize(plain.ranks().size());
        ranks.forEach((airport, rank) ->
                assertThat(rank).as(airport).isCloseTo(plain.ranks().get(airport), within(ROUNDING)));
    }

    @Test
    void endsWhenItIsTold() throws Exception {
        PlainRanks plain = PlainRanks.until(0, 3);

        Map<String, Double> ranks = run(Map.of("supersteps", "3"));

        assertThat(ranks).hasSize(plain.ranks().size());
        ranks.forEach((airport, rank) ->
                assertThat(rank).as(airport).isCloseTo(plain.ranks().get(airport), within(ROUNDING)));
    }

    private Map<String, Double> run(Map<String, String> parameters) throws Exception {
        Map<String, String> all = new TreeMap<>(parameters);
        all.put("output", folder.toString());
        try (JobTestDriver driver = JobTestDriver.start(new RanksJob().build(new JobParameters(all)))) {
            driver.runToEnd(LIMIT);
        }
        return PlainRanks.read(WrittenLines.in(folder, "out"));
    }
}
