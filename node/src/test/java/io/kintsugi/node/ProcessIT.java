package io.kintsugi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.node.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes as a person starts them: processes that get signals. */
final class ProcessIT {
    @TempDir
    Path folder;

    @Test
    void aSingleNodeRunsAJobAndEndsWithZeroAfterSigterm() throws Exception {
        try (NodeProcess node = NodeProcess.start(folder, "solo")) {
            assertThat(submit(node, 5_000)).as(node.log()).isZero();

            assertThat(node.terminate()).as(node.log()).isZero();

            assertThat(node.log()).contains("stopping within 20000 ms (node.stop-ms)", "stopped");
            assertThat(written()).isEqualTo(CountJob.expected(5_000));
        }
    }

    @Test
    void threeProcessesGiveEveryCountThatAPlainLoopGives() throws Exception {
        try (NodeProcess a = NodeProcess.start(folder, "a", "--roles=coordinator,console");
                NodeProcess b = NodeProcess.start(folder, "b", "--roles=worker", "--slots=1", "--seeds=" + a.seed());
                NodeProcess c = NodeProcess.start(folder, "c", "--roles=worker", "--slots=1", "--seeds=" + a.seed())) {
            // Two slots are needed, so the job is refused until the leader has reached both workers.
            await().atMost(Duration.ofSeconds(60)).until(() -> submit(a, 100_000) == 0);

            assertThat(written()).isEqualTo(CountJob.expected(100_000));
            assertThat(a.log())
                    .containsPattern("task=\\S+ attempt=1 worker=b/")
                    .containsPattern("task=\\S+ attempt=1 worker=c/");
            for (NodeProcess node : List.of(c, b, a)) {
                assertThat(node.terminate()).as(node.log()).isZero();
            }
        }
    }

    private int submit(NodeProcess console, long records) {
        return Main.run(
                "submit",
                CountJob.class.getName(),
                "--param=records=" + records,
                "--param=output=" + folder.resolve("out"),
                "--wait=120",
                "--server=" + console.url());
    }

    /** The lines of all files, sorted. */
    private List<String> written() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
            for (Path file : files.toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        lines.sort(null);
        return lines;
    }
}
