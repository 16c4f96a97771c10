package io.kintsugi.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.examples.flights.WrittenPredictions;
import io.kintsugi.examples.quakes.WrittenQuakes;
import io.kintsugi.testkit.process.NodeProcesses;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks fail and a worker is killed while the examples run on processes of their own with checkpoints; what the file sinks
 * have shown in the end is what a plain loop gives, each line once.
 */
final class ExactlyOnceIT {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
    private static final int RUN_MAX_SECONDS = 240;
    private static final int FAILURES = 8;
    private static final int RESTARTS_MIN = 3;
    private static final int KILL_AFTER = 2;
    private static final long BETWEEN_MS = 500;
    private static final int QUAKES_BOUND_HOURS = 6;
    private static final int FLIGHTS = 20_000;

    @TempDir
    private Path folder;

    @Test
    void quakesAreCountedOnceWhateverFails() throws Exception {
        runAndFail("io.kintsugi.examples.quakes.QuakesJob", "rate=120", "parallelism=3");

        assertThat(WrittenQuakes.in(folder.resolve("output"))).isEqualTo(WrittenQuakes.expected(QUAKES_BOUND_HOURS));
    }

    @Test
    void flightsArePredictedOnceWhateverFails() throws Exception {
        runAndFail("io.kintsugi.examples.flights.FlightsJob", "rate=700", "records=" + FLIGHTS);

        assertThat(WrittenPredictions.in(folder.resolve("output"))).isEqualTo(WrittenPredictions.expected(FLIGHTS));
    }

    private void runAndFail(String builder, String... parameters) throws Exception {
        try (NodeProcesses cluster = new NodeProcesses(KintsugiCommand.line(List.of()), folder)
                .with("KINTSUGI_CHECKPOINT_DIR", folder.resolve("snapshots").toString())
                .with("KINTSUGI_WATERMARK_INTERVAL_MS", "0")) {
            cluster.startCoordinator("a");
            cluster.startWorker("b");
            cluster.startWorker("c");
            cluster.startWorker("d");
            cluster.awaitStarted();
            Process submit = cluster.ask("submit", submission(builder, parameters));
            failTasks(cluster);

            assertThat(submit.waitFor(RUN_MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(submit.exitValue()).as(cluster.text("submit.err")).isZero();
            JsonObject job = new JsonObject(cluster.text("submit.out"));
            assertThat(job.getString("state")).isEqualTo("FINISHED");
            assertThat(job.getInteger("restarts")).isGreaterThanOrEqualTo(RESTARTS_MIN);
        }
    }

    private String[] submission(String builder, String... parameters) {
        List<String> line = new ArrayList<>(List.of("submit", builder, "--wait", "" + RUN_MAX_SECONDS, "-o", "json"));
        for (String parameter : parameters) {
            line.addAll(List.of("-p", parameter));
        }
        line.addAll(List.of("-p", "checkpoint-ms=100", "-p", "name=victim"));
        line.addAll(List.of("-p", "output=" + folder.resolve("output")));
        return line.toArray(String[]::new);
    }

    /** One task after the other, and in the middle a worker with all its tasks; from a seed, so that the order is known. */
    private void failTasks(NodeProcesses cluster) throws Exception {
        Random random = new Random(20_261_129);
        KintsugiApi api = new KintsugiApi(cluster.server());
        int restarts = 0;
        for (int failure = 0; failure < FAILURES; failure++) {
            List<String> tasks = api.awaitRunning("victim", restarts, ANSWER_MAX);
            if (tasks.isEmpty()) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(random.nextLong(BETWEEN_MS)); // The moment is the point of this test.
            if (failure == KILL_AFTER) {
                cluster.kill("c");
                restarts++;
            } else if (api.failTask("victim", tasks.get(random.nextInt(tasks.size())))) {
                restarts++;
            }
        }
    }
}
