package io.kintsugi.examples.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.examples.KintsugiCommand;
import io.kintsugi.testkit.chaos.ChaosCluster;
import io.kintsugi.testkit.chaos.ChaosJob;
import io.kintsugi.testkit.chaos.ChaosPlan;
import io.kintsugi.testkit.chaos.ChaosReport;
import io.kintsugi.testkit.chaos.ChaosRun;
import io.kintsugi.testkit.chaos.ChaosSettings;
import io.kintsugi.testkit.chaos.Nemesis;
import io.kintsugi.testkit.chaos.NotingChaosJob;
import io.kintsugi.testkit.chaos.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The examples and a job that may lose records run on real processes to which things happen. With {@code -Pchaos} they happen for
 * minutes, from a seed; else only three do.
 */
final class ChaosIT {
    private static final Path REPORTS = Path.of("target", "chaos");
    private static final Duration WHOLE_MAX = Duration.ofMinutes(3);
    private static final Duration END_MAX = Duration.ofMinutes(10);

    /** A worker dies, the other one pauses for longer than its lease, and the leader dies. */
    private static final ChaosPlan THREE_BLOWS = new ChaosPlan(List.of(
            new ChaosPlan.Blow(1_000, new Nemesis.Kill("w1"), 1_000),
            new ChaosPlan.Blow(1_000, new Nemesis.Pause("w2"), 7_000),
            new ChaosPlan.Blow(1_000, new Nemesis.Kill(ChaosPlan.LEADER), 1_000)));

    private final long seed = Long.getLong("chaos.seed", 1);
    private final long minutes = Long.getLong("chaos.minutes", 0);

    @Test
    void jobsKeepTheirPromisesWhateverHappensToTheirProcesses() throws Exception {
        if (minutes > 0) {
            Shape shape = new Shape(3, 3, 6);
            assertGood(shape, ChaosPlan.random(seed, shape, 10_000), Duration.ofMinutes(minutes), 60 * minutes);
        } else {
            assertGood(new Shape(2, 2, 8), THREE_BLOWS, Duration.ofMinutes(10), 35);
        }
    }

    /** @param seconds for which the jobs are to run */
    private void assertGood(Shape shape, ChaosPlan plan, Duration length, long seconds) throws Exception {
        Path folder =
                Files.createTempDirectory(Files.createDirectories(REPORTS).toAbsolutePath(), "seed-" + seed + "-");
        ChaosSettings settings = new ChaosSettings(
                seed,
                shape,
                plan,
                length,
                WHOLE_MAX,
                END_MAX,
                KintsugiCommand.line(List.of()),
                List.of("--set=watermark.interval-ms=0"),
                folder,
                replay());
        ChaosReport report = new ChaosRun(settings, jobs(ChaosCluster.output(folder), seconds)).run();

        System.out.println(report.markdown());
        assertThat(report.isGood()).as(report.markdown()).isTrue();
    }

    private String replay() {
        return "mvn -o -q -Pchaos -pl examples -am verify -Dtest=none -Dit.test=ChaosIT -Dchaos.seed=%d -Dchaos.minutes=%d"
                        .formatted(seed, minutes)
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false";
    }

    private static List<ChaosJob> jobs(Path output, long seconds) throws IOException {
        List<ChaosJob> jobs = new ArrayList<>();
        jobs.add(ExampleJobs.flights(output, (int) Math.min(200_000, 300 * seconds), 300));
        jobs.add(ExampleJobs.quakes(output, Math.max(1, 1_707.0 / seconds)));
        jobs.add(new NotingChaosJob(output.resolve("notes"), 200 * seconds, 200));
        return jobs;
    }
}
