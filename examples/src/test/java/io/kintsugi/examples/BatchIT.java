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
 * A job in batch mode on processes of their own: tasks fail, a worker is killed with all that it has kept, and the leader in the
 * middle of a stage; the file sinks show each prediction once.
 */
final class BatchIT {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
    private static final Duration RUN_MAX = Duration.ofMinutes(4);
    private static final int FLIGHTS = 20_000;
    private static final int FAILURES = 4;
    private static final int WORKER_KILLED = 1;
    private static final int LEADER_KILLED = 2;

    @TempDir
    private Path folder;

    @Test
    void flightsArePredictedOnceWhateverFails() throws Exception {
        Path exchange = folder.resolve("exchange");
        try (NodeProcesses cluster = new NodeProcesses(KintsugiCommand.line(List.of()), folder)
                .with("KINTSUGI_EXCHANGE_DIR", exchange.toString())) {
            cluster.startLeaders("a", "d");
            cluster.startWorker("b");
            cluster.startWorker("c");
            cluster.awaitStarted();
            cluster.answer("submit", ANSWER_MAX, submission());
            KintsugiApi api = new KintsugiApi(cluster.server());
            failTasks(cluster, api);

            JsonObject job = api.awaitEnd("victim", RUN_MAX);
            assertThat(job.getString("state")).as(job.encodePrettily()).isEqualTo("FINISHED");
            assertThat(job.getInteger("restarts")).isPositive();
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

    /** What a leader counts as restarts begins anew with it, at the number that it can see. */
    private static void failTasks(NodeProcesses cluster, KintsugiApi api) throws Exception {
        Random random = new Random(7);
        int restarts = 0;
        for (int failure = 0; failure < FAILURES; failure++) {
            List<String> tasks = api.awaitRunning("victim", restarts, RUN_MAX);
            TimeUnit.MILLISECONDS.sleep(random.nextLong(1_500)); // The moment is the point of this test.
            if (failure == WORKER_KILLED) {
                cluster.kill("c");
            } else if (failure == LEADER_KILLED) {
                cluster.kill("a");
                restarts = 0;
            } else {
                for (String task : tasks) {
                    if (api.failTask("victim", task)) {
                        restarts++;
                        break;
                    }
                }
            }
        }
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
