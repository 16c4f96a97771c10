package io.kintsugi.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.kintsugi.examples.KintsugiCommand;
import io.kintsugi.examples.flights.Flights;
import io.kintsugi.examples.flights.PlainFlights;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs {@code bin/kintsugi demo} as a person does. */
final class DemoIT {
    private static final Duration RUN_MAX = Duration.ofMinutes(5);
    private static final Pattern ADDRESS = Pattern.compile("(http://\\S+)/#/jobs/flights");

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void learnsAtParallelismOneWhatThePlainLoopLearns() throws Exception {
        PlainFlights plain = PlainFlights.run(Flights.ROWS);

        Process demo = demo("--records", "20000", "--parallelism", "1", "--failures", "0", "-o", "json");

        assertThat(exitCode(demo)).as(err()).isZero();
        JsonObject json = new JsonObject(out());
        assertThat(json.getLong("records")).isEqualTo(20_000);
        assertThat(json.getDouble("auc")).isCloseTo(plain.auc(), within(0.001));
        assertThat(json.getDouble("logLoss")).isCloseTo(plain.logLoss(), within(1e-6));
        assertThat(json.getLong("durationMs")).isPositive();
        assertThat(json.getJsonArray("tasks")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"1", "3"})
    void trainsOnEveryRecordOnOneNodeAndOnSeveral(int workers) throws Exception {
        Process demo =
                demo("--records", "50000", "--workers", Integer.toString(workers), "--failures", "0", "-o", "json");

        assertThat(exitCode(demo)).as(err()).isZero();
        JsonObject json = new JsonObject(out());
        assertThat(json.getString("state")).isEqualTo("FINISHED");
        assertThat(json.getLong("records")).isEqualTo(50_000);
        assertThat(json.getDouble("auc")).isBetween(0.60, 0.67);
        assertThat(json.getJsonArray("tasks").stream()
                        .map(task -> ((JsonObject) task).getString("node"))
                        .distinct())
                .hasSize(workers);
    }

    /** Slow enough for ten checkpoints a tenth of the test each: what counts is the loss, and not whether there was a version. */
    @Test
    void predictsNearlyAsWellAfterTenFailuresAsWithoutAny() throws Exception {
        Process demo = demo("--records", "20000", "--rate", "4000", "--failures", "10", "-o", "json");

        assertThat(exitCode(demo)).as(err()).isZero();
        JsonObject json = new JsonObject(out());
        assertThat(json.getDouble("auc")).isCloseTo(json.getDouble("failureFreeAuc"), within(0.006));
        assertThat(json.getJsonArray("recoveries").stream().map(JsonObject.class::cast))
                .hasSize(10)
                .allSatisfy(recovery -> {
                    assertThat(recovery.getString("strategy")).isEqualTo("task");
                    assertThat(recovery.getString("state")).isEqualTo("done");
                    assertThat(recovery.getInteger("tasksRestarted")).isEqualTo(1);
                    assertThat(recovery.getString("basis")).isEqualTo("counted");
                });
        assertThat(json.getInteger("untouchedTasks")).isEqualTo(4);
        assertThat(json.getBoolean("ledgerBalanced")).isTrue();
        assertThat(json.getBoolean("lostTotalAgrees")).isTrue();
        assertThat(err().lines().filter(line -> line.contains("mended by strategy task")))
                .hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"task", "sink", "downstream", "region"})
    void accountsForEveryFlightWhateverTheStrategy(String strategy) throws Exception {
        Process demo = demo("--records", "400000", "--strategy", strategy, "-o", "json");

        assertThat(exitCode(demo)).as(err()).isZero();
        JsonObject json = new JsonObject(out());
        assertThat(json.getString("state")).isEqualTo("FINISHED");
        assertThat(json.getBoolean("ledgerBalanced")).isTrue();
        assertThat(json.getBoolean("lostTotalAgrees")).isTrue();
        assertThat(json.getJsonArray("recoveries").stream()
                        .map(recovery -> ((JsonObject) recovery).getString("strategy")))
                .hasSize(3)
                .containsOnly(strategy);
    }

    @Test
    void stopsInOrderWhenItIsInterrupted() throws Exception {
        Process demo = demo("--records", "0", "--rate", "20000", "-o", "json");
        await().atMost(RUN_MAX).until(() -> err().contains("/#/jobs/flights"));

        demo.destroy();

        assertThat(exitCode(demo)).as(err()).isNotZero();
        assertThat(new JsonObject(out()).getString("state")).isEqualTo("STOPPED");
    }

    @Test
    void tellsOfATaskThatAPersonFailsAndEndsWithTheJobThatAPersonStops() throws Exception {
        Process demo = demo("--records", "0", "--rate", "2000", "--failures", "0", "-o", "json");
        await().atMost(RUN_MAX).until(() -> ADDRESS.matcher(err()).find());

        await().atMost(RUN_MAX).until(() -> ends("fail-task", "flights", "trainers[1]"), code -> code == 0);
        await().atMost(RUN_MAX).until(() -> err().contains("trainers[1] mended by strategy task"));
        assertThat(ends("stop", "flights")).isZero();

        assertThat(exitCode(demo)).as(err()).isZero();
        JsonObject json = new JsonObject(out());
        assertThat(json.getString("state")).isEqualTo("STOPPED");
        assertThat(json.getBoolean("lostTotalAgrees")).isTrue();
    }

    @Test
    void namesAnOptionThatItDoesNotKnowAndAValueThatDoesNotFit() throws Exception {
        assertThat(exitCode(demo("--recods", "5"))).isEqualTo(2);
        assertThat(err()).contains("--recods").contains("--records");

        assertThat(exitCode(demo("--parallelism", "0"))).isEqualTo(2);
        assertThat(err()).contains("--parallelism: expected 1 to 128, found 0");
        assertThat(out()).isEmpty();
    }

    private Process demo(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("demo"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(KintsugiCommand.line(command))
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
        started.add(process);
        return process;
    }

    /** The exit code of another command, which asks the demo's node. */
    private int ends(String... arguments) throws Exception {
        Matcher address = ADDRESS.matcher(err());
        assertThat(address.find()).isTrue();
        ProcessBuilder command = new ProcessBuilder(KintsugiCommand.line(List.of(arguments)))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        command.environment().put("KINTSUGI_SERVER", address.group(1));
        Process process = command.start();
        started.add(process);
        return exitCode(process);
    }

    private int exitCode(Process process) throws Exception {
        assertThat(process.waitFor(RUN_MAX.toSeconds(), TimeUnit.SECONDS))
                .as("ended in time; it said: %s", err())
                .isTrue();
        return process.exitValue();
    }

    private String out() throws IOException {
        return Files.readString(folder.resolve("out"));
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }
}
