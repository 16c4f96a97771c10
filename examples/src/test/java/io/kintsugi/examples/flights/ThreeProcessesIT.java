package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.examples.KintsugiCommand;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the job on three nodes in processes of their own, as the README shows. */
final class ThreeProcessesIT {
    private static final Duration START_MAX = Duration.ofMinutes(5);
    private static final Duration STOP_MAX = Duration.ofSeconds(30);
    private static final String STARTED = " started roles=";
    private static final int RECORDS = 50_000;

    @TempDir
    private Path folder;

    private final List<Process> nodes = new ArrayList<>();

    @AfterEach
    void endWhatIsLeft() {
        nodes.forEach(Process::destroyForcibly);
    }

    @Test
    void predictsEachFlightOnceAndStopsInOrder() throws Exception {
        int seed = freePort();
        int http = freePort();
        start("a", "--roles", "coordinator,console", "--cluster-port", "" + seed, "--http-port", "" + http);
        start("b", "--roles", "worker", "--cluster-port", "0", "--seeds", "127.0.0.1:" + seed);
        start("c", "--roles", "worker", "--cluster-port", "0", "--seeds", "127.0.0.1:" + seed);
        await().atMost(START_MAX)
                .until(() -> text("a.err").contains(STARTED)
                        && text("b.err").contains(STARTED)
                        && text("c.err").contains(STARTED));

        Process submit = run(
                "submit",
                List.of(
                        "submit",
                        FlightsJob.class.getName(),
                        "--server",
                        "http://127.0.0.1:" + http,
                        "-p",
                        "records=" + RECORDS,
                        "-p",
                        "output=" + folder.resolve("output"),
                        "--wait",
                        "240",
                        "-o",
                        "json"));
        assertThat(submit.waitFor(START_MAX.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThat(submit.exitValue()).as(text("submit.err")).isZero();
        assertThat(workers(new JsonObject(text("submit.out")))).containsExactlyInAnyOrder("b", "c");
        assertThat(facts(predictions()))
                .isEqualTo(facts(PlainFlights.run(RECORDS).predictions()));
        for (Process node : nodes) {
            node.destroy();
            assertThat(node.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(node.exitValue()).isZero();
        }
    }

    /** What does not depend on which trainer saw the flight, in order: a list shows what is missing and what is double. */
    private static List<String> facts(List<Prediction> predictions) {
        return predictions.stream()
                .sorted(Comparator.comparingLong(Prediction::flightId))
                .map(prediction -> prediction.flightId() + " " + prediction.late() + " " + prediction.timestampMs())
                .toList();
    }

    private List<Prediction> predictions() throws IOException {
        List<Prediction> predictions = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.resolve("output"))) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith("predictions-"))
                    .toList()) {
                Files.readAllLines(file).forEach(line -> predictions.add(PredictionJson.read(line)));
            }
        }
        return predictions;
    }

    private static Stream<String> workers(JsonObject job) {
        return job.getJsonArray("tasks").stream()
                .map(task -> ((JsonObject) task).getJsonObject("node").getString("name"))
                .distinct();
    }

    private void start(String name, String... flags) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "node", "--name", name, "--data-dir", folder.resolve(name).toString()));
        arguments.addAll(List.of(flags));
        nodes.add(run(name, arguments));
    }

    private Process run(String name, List<String> arguments) throws IOException {
        return new ProcessBuilder(KintsugiCommand.line(arguments))
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile())
                .start();
    }

    private String text(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
