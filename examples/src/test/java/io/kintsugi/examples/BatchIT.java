package io.kintsugi.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.examples.flights.WrittenPredictions;
import io.kintsugi.testkit.process.NodeProcesses;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job in batch mode on processes of their own: tasks fail and a worker is killed with all that it has kept, and the file
 * sinks show each prediction once.
 */
final class BatchIT {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
    private static final int RUN_MAX_SECONDS = 240;
    private static final int FLIGHTS = 20_000;
    private static final int FAILURES = 4;
    private static final int KILL_AFTER = 1;

    @TempDir
    private Path folder;

    @Test
    void flightsArePredictedOnceWhateverFails() throws Exception {
        Path exchange = folder.resolve("exchange");
        try (NodeProcesses cluster = new NodeProcesses(KintsugiCommand.line(List.of()), folder)
                .with("KINTSUGI_EXCHANGE_DIR", exchange.toString())) {
            cluster.startCoordinator("a");
            cluster.startWorker("b");
            cluster.startWorker("c");
            cluster.awaitStarted();
            Process submit = cluster.ask("submit", submission());
            int restarts = failTasks(cluster);

            assertThat(submit.waitFor(RUN_MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(submit.exitValue()).as(cluster.text("submit.err")).isZero();
            JsonObject job = new JsonObject(cluster.text("submit.out"));
            assertThat(job.getString("state")).isEqualTo("FINISHED");
            assertThat(job.getInteger("restarts"))
                    .isGreaterThanOrEqualTo(restarts)
                    .isPositive();
            await("the others tidy up when the job has ended, the dead worker could not")
                    .atMost(1, TimeUnit.MINUTES)
                    .ignoreExceptions() // A file may go while it is looked at.
                    .until(() -> left(exchange) <= 1);
        }
        assertThat(WrittenPredictions.in(folder.resolve("output"))).isEqualTo(WrittenPredictions.expected(FLIGHTS));
    }

    private String[] submission() {
        return new String[] {
            "submit",
            "io.kintsugi.examples.flights.FlightsJob",
            "--wait",
            "" + RUN_MAX_SECONDS,
            "-o",
            "json",
            "-p",
            "mode=batch",
            "-p",
            "records=" + FLIGHTS,
            "-p",
            "rate=4000",
            "-p",
            "name=victim",
            "-p",
            "output=" + folder.resolve("output")
        };
    }

    /** Returns how often tasks have certainly begun anew. */
    private static int failTasks(NodeProcesses cluster) throws Exception {
        Random random = new Random(7);
        KintsugiApi api = new KintsugiApi(cluster.server());
        int restarts = 0;
        for (int failure = 0; failure < FAILURES; failure++) {
            List<String> tasks = api.awaitRunning("victim", restarts, ANSWER_MAX);
            TimeUnit.MILLISECONDS.sleep(random.nextLong(1_500)); // The moment is the point of this test.
            if (failure == KILL_AFTER) {
                cluster.kill("c");
            } else {
                for (String task : tasks) {
                    if (api.failTask("victim", task)) {
                        restarts++;
                        break;
                    }
                }
            }
        }
        return restarts;
    }

    /** Folders of workers that hold more than their lock. */
    private static long left(Path exchange) throws Exception {
        try (Stream<Path> files = Files.walk(exchange)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().equals("lock"))
                    .map(file -> exchange.relativize(file).getName(0))
                    .distinct()
                    .count();
        }
    }
}
