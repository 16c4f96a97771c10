package io.kintsugi.examples.quakes;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.testkit.JobTestDriver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuakesJobTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @ParameterizedTest
    @CsvSource({"0, 1160", "6, 736", "24, 311"})
    void countsTheSameLateReportsAndTheSameHoursAsAPlainLoop(long boundHours, int expectedLate) {
        List<QuakeHour> hours = new ArrayList<>();
        List<Quake> late = new ArrayList<>();
        PlainQuakes oracle = PlainQuakes.run(boundHours);

        try (JobTestDriver driver =
                JobTestDriver.start(QuakesJob.of(Duration.ofHours(boundHours), collect(hours), collect(late)))) {
            driver.runToEnd(LIMIT);

            assertThat(driver.counters(new TaskId("hourly", 0)).late()).isEqualTo(expectedLate);
        }
        assertThat(late).hasSize(expectedLate).isEqualTo(oracle.late());
        assertThat(hours).containsExactlyInAnyOrderElementsOf(oracle.hours());
    }

    @Test
    void writesHoursAndLateReportsIntoAFolder(@TempDir Path folder) throws Exception {
        Map<String, String> parameters = new TreeMap<>(Map.of("output", folder.toString(), "parallelism", "3"));

        try (JobTestDriver driver = JobTestDriver.start(new QuakesJob().build(new JobParameters(parameters)))) {
            driver.runToEnd(LIMIT);
        }

        assertThat(lines(folder, "hours")).isEqualTo(556);
        assertThat(lines(folder, "late")).isEqualTo(736);
    }

    private static long lines(Path folder, String step) throws Exception {
        long lines = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (folder.relativize(file).toString().contains(step)) {
                    lines += Files.readAllLines(file).size();
                }
            }
        }
        return lines;
    }

    private static <T> Sink<T> collect(List<T> into) {
        return context -> new SinkWriter<>() {
            @Override
            public void write(T value, long timestamp) {
                into.add(value);
            }
        };
    }
}
