package io.kintsugi.node;

import static io.kintsugi.node.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.client.KintsugiClient.Submission;
import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.JobStatus;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job has written into files is compared with a plain loop, which no failure touches. */
final class RecoveryIT extends OnEmbeddedNode {
    private static final long END_MS = 60_000;
    private static final int RECORDS = 20_000;

    @TempDir
    private Path output;

    @BeforeEach
    void start() {
        CountJob.RELEASED.set(false);
    }

    private Submission submission(int parallelism, int checkpointMs) {
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("records", Integer.toString(RECORDS));
        parameters.put("rate", "2000");
        parameters.put("held", "true");
        parameters.put("parallelism", Integer.toString(parallelism));
        parameters.put("checkpoint-ms", Integer.toString(checkpointMs));
        parameters.put("output", output.toString());
        return new Submission("count", CountJob.class.getName(), parameters, null);
    }

    /** What has been shown; hidden files have not. */
    private List<String> written() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.filter(path -> !path.getFileName().toString().startsWith("."))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        lines.sort(null);
        return lines;
    }

    private JobStatus job() throws Exception {
        return await(kintsugi.job("count"));
    }

    private void awaitCheckpoints(int more) throws Exception {
        long before = completed();
        await().atMost(Duration.ofSeconds(60)).until(() -> completed() >= before + more || job().endedAtMs() > 0);
    }

    /** The number of the newest complete checkpoint. */
    private long completed() throws Exception {
        return await(kintsugi.client().checkpoints("count")).stream()
                .filter(status -> status.state() == CheckpointState.COMPLETED)
                .mapToLong(status -> status.checkpoint())
                .max()
                .orElse(0);
    }

    @Test
    void everyTaskMayFailAndEachRecordCountsOnce() throws Exception {
        List<String> news = new CopyOnWriteArrayList<>();
        vertx.eventBus()
                .<JsonObject>consumer(
                        "kintsugi.events.recovery",
                        message -> news.add(message.body().getString("event")));
        await(kintsugi.client().submit(submission(2, 100)));
        await().atMost(Duration.ofSeconds(60)).until(() -> job().state() == JobState.RUNNING);

        for (String task : List.of("clicks[0]", "count[1]", "collect[0]", "visit[0]", "clicks[1]", "count[0]")) {
            awaitCheckpoints(2);
            int restarts = job().restarts();
            await(kintsugi.client().failTask("count", TaskId.parse(task)));
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> job().restarts() > restarts && job().state() == JobState.RUNNING);
        }

        CountJob.RELEASED.set(true);
        JobStatus ended = await(kintsugi.ended("count", END_MS));
        assertThat(ended.state()).as(String.valueOf(ended.failure())).isEqualTo(JobState.FINISHED);
        assertThat(ended.restarts()).isEqualTo(6);
        assertThat(news)
                .startsWith("recovering", "recovered", "recovering")
                .endsWith("recovered")
                .hasSize(12);
        assertThat(written()).isEqualTo(CountJob.expected(RECORDS));
    }

    @Test
    void aJobThatStopsWithASavepointGoesOnFromItWithoutGapOrDoubleAlsoWithAnotherParallelism() throws Exception {
        await(kintsugi.client().submit(submission(2, 3_600_000)));
        await().atMost(Duration.ofSeconds(60)).until(() -> job().state() == JobState.RUNNING);
        await().atMost(Duration.ofSeconds(60)).until(() -> job().tasks().get(0).counters() != null);

        await(kintsugi.client().stopWithSavepoint("count", "before"));
        assertThat(await(kintsugi.ended("count", END_MS)).state()).isEqualTo(JobState.STOPPED);
        assertThat(await(kintsugi.client().savepoint("count", "before")).state())
                .isEqualTo(CheckpointState.COMPLETED);
        assertThat(written()).as("what the savepoint covers is committed").isNotEmpty();
        CountJob.RELEASED.set(true);
        await(kintsugi.client().submit(submission(3, 200).from("before", false)));

        JobStatus ended = await(kintsugi.ended("count", END_MS));
        assertThat(ended.state()).as(String.valueOf(ended.failure())).isEqualTo(JobState.FINISHED);
        assertThat(written()).isEqualTo(CountJob.expected(RECORDS));
    }
}
