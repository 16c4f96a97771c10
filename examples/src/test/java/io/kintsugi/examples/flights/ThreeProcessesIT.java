package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.examples.KintsugiCommand;
import io.kintsugi.testkit.process.NodeProcesses;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the job on three nodes in processes of their own, as the README shows. */
final class ThreeProcessesIT {
    private static final Duration RUN_MAX = Duration.ofMinutes(5);
    private static final Duration STOP_MAX = Duration.ofSeconds(60);
    private static final int RECORDS = 50_000;

    @Test
    void predictsEachFlightOnceAndStopsInOrder(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("output");
        try (NodeProcesses cluster = new NodeProcesses(KintsugiCommand.line(List.of()), folder)) {
            cluster.startCoordinator("a");
            cluster.startWorker("b");
            cluster.startWorker("c");
            cluster.awaitStarted();

            JsonObject job = new JsonObject(cluster.answer(
                    "submit",
                    RUN_MAX,
                    "submit",
                    FlightsJob.class.getName(),
                    "-p",
                    "records=" + RECORDS,
                    "-p",
                    "output=" + output,
                    "--wait",
                    "240",
                    "-o",
                    "json"));

            assertThat(workers(job)).containsExactlyInAnyOrder("b", "c");
            assertThat(WrittenPredictions.in(output)).isEqualTo(WrittenPredictions.expected(RECORDS));
            for (Process node : cluster.nodes().values()) {
                node.destroy();
                assertThat(node.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)).isTrue();
                assertThat(node.exitValue()).isZero();
            }
        }
    }

    private static Stream<String> workers(JsonObject job) {
        return job.getJsonArray("tasks").stream()
                .map(task -> ((JsonObject) task).getJsonObject("node").getString("name"))
                .distinct();
    }
}
