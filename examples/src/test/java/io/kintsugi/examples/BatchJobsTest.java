package io.kintsugi.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.examples.flights.FlightsJob;
import io.kintsugi.examples.quakes.QuakesJob;
import io.kintsugi.testkit.JobTestDriver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example jobs say the same in batch mode as in streaming mode. */
final class BatchJobsTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    /** With a bound that lets no report be late, since in batch mode none is. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "3"})
    void countsTheSameQuakes(String parallelism) throws Exception {
        Map<String, String> parameters = Map.of("bound", "8760", "parallelism", parallelism);

        List<String> streaming = run(new QuakesJob(), "streaming", parameters);

        assertThat(run(new QuakesJob(), "batch", parameters)).isNotEmpty().isEqualTo(streaming);
    }

    /** With one trainer, since what a trainer learns depends on which flights it sees. */
    @Test
    void predictsTheSameFlights() throws Exception {
        Map<String, String> parameters = Map.of("records", "5000", "parallelism", "1");

        List<String> streaming = run(new FlightsJob(), "streaming", parameters);

        assertThat(run(new FlightsJob(), "batch", parameters)).isNotEmpty().isEqualTo(streaming);
    }

    /** All lines of all files, in order. */
    private List<String> run(JobBuilder builder, String mode, Map<String, String> parameters) throws Exception {
        Path output = folder.resolve(mode);
        Map<String, String> all = new TreeMap<>(parameters);
        all.put("mode", mode);
        all.put("output", output.toString());
        Job job = builder.build(new JobParameters(all));
        try (JobTestDriver driver = JobTestDriver.start(job)) {
            driver.runToEnd(LIMIT);
        }
        List<String> lines = new ArrayList<>();
        for (String step : List.of("hours", "late", "predictions", "report")) {
            lines.addAll(WrittenLines.in(output, step));
        }
        Collections.sort(lines);
        return lines;
    }
}
