package io.kintsugi.examples.quakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kintsugi.core.api.JobParameters;
import io.kintsugi.examples.WrittenLines;
import io.kintsugi.testkit.JobTestDriver;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The centers of the job beside those of a plain loop. */
final class CentersJobTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    /** Sums come in another order. */
    private static final double ROUNDING = 1e-9;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"4, 1", "4, 3", "7, 2"})
    void comesToRestWhereAPlainLoopDoes(int count, int parallelism) throws Exception {
        Map<String, String> parameters =
                Map.of("centers", "" + count, "parallelism", "" + parallelism, "output", folder.toString());
        try (JobTestDriver driver = JobTestDriver.start(new CentersJob().build(new JobParameters(parameters)))) {
            driver.runToEnd(LIMIT);
        }

        List<Center> expected = plain(count);
        List<Center> found = WrittenLines.in(folder, "out").stream()
                .map(line -> new JsonObject(line).mapTo(Center.class))
                .sorted(Comparator.comparingInt(Center::number))
                .toList();
        assertThat(found).hasSize(count);
        for (int number = 0; number < count; number++) {
            assertThat(found.get(number).number()).isEqualTo(number);
            assertThat(found.get(number).reports())
                    .isEqualTo(expected.get(number).reports());
            assertThat(found.get(number).magnitude())
                    .isCloseTo(expected.get(number).magnitude(), within(ROUNDING));
            assertThat(found.get(number).delay()).isCloseTo(expected.get(number).delay(), within(ROUNDING));
        }
        assertThat(found.stream().mapToLong(Center::reports).sum()).isEqualTo(Quakes.EVENTS);
    }

    /** Moves all centers until none of them moves any more. */
    private static List<Center> plain(int count) {
        List<Center> centers = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            centers.add(CentersJob.first(number, count));
        }
        double moved = 1;
        while (moved > 0) {
            double[][] sums = new double[count][3];
            for (int index = 0; index < Quakes.EVENTS; index++) {
                Report report = Report.of(index);
                double[] sum = sums[nearest(centers, report)];
                sum[0] += report.magnitude();
                sum[1] += report.delay();
                sum[2]++;
            }
            moved = 0;
            for (int number = 0; number < count; number++) {
                double[] sum = sums[number];
                Center next = new Center(number, sum[0] / sum[2], sum[1] / sum[2], (long) sum[2], 0);
                moved += Math.abs(next.magnitude() - centers.get(number).magnitude())
                        + Math.abs(next.delay() - centers.get(number).delay());
                centers.set(number, next);
            }
        }
        return centers;
    }

    private static int nearest(List<Center> centers, Report report) {
        int nearest = 0;
        for (int number = 1; number < centers.size(); number++) {
            if (centers.get(number).distance(report) < centers.get(nearest).distance(report)) {
                nearest = number;
            }
        }
        return nearest;
    }
}
