package io.kintsugi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.node.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node as a person starts it: a process of its own that gets a signal. */
final class ProcessIT {
    @TempDir
    Path folder;

    private Process process;
    private Path log;

    @BeforeEach
    void start() throws IOException {
        log = folder.resolve("node.log");
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-Djava.net.preferIPv4Stack=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "node",
                        "--name=solo",
                        "--cluster-name=" + folder.getFileName(),
                        "--cluster-port=0",
                        "--http-port=0",
                        "--data-dir=" + folder.resolve("data")))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    @AfterEach
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Test
    void runsAJobAndEndsWithZeroAfterSigterm() throws Exception {
        await().atMost(Duration.ofSeconds(60)).until(() -> log().contains("node=solo") && log().contains("started"));
        String url = "http://" + log().replaceAll("(?s).* http=(\\S+).*", "$1");

        int submitted =
                Main.run("submit", CountJob.class.getName(), "-p", "records=5000", "--wait", "60", "--server", url);
        process.destroy();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(log()).isTrue();
        assertThat(submitted).as(log()).isZero();
        assertThat(process.exitValue()).as(log()).isZero();
        assertThat(log()).contains("stopping within 20000 ms (node.stop-ms)", "stopped");
    }

    private String log() throws IOException {
        return Files.readString(log);
    }
}
