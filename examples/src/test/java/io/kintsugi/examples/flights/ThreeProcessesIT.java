package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
                .until(() -> Collections.frequency(words("a.err"), "joined") == 2
                        && words("b.err").contains("started")
                        && words("c.err").contains("started"));

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
        assertThat(predictions())
                .usingRecursiveFieldByFieldElementComparatorOnFields("flightId", "late", "timestampMs")
                .containsExactlyInAnyOrderElementsOf(PlainFlights.run(RECORDS).predictions());
        for (Process node : nodes) {
            node.destroy();
            assertThat(node.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(node.exitValue()).isZero();
        }
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
        List<String> command = new ArrayList<>(List.of(
                Path.of("..", "bin", "kintsugi").toAbsolutePath().normalize().toString()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile())
                .start();
    }

    private List<String> words(String file) throws IOException {
        return List.of(text(file).split("\\s+"));
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
