package io.kintsugi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.client.JobJson;
import io.kintsugi.cluster.client.LossJson;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.node.cli.Main;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The leader is killed as by {@code kill -9} in the middle of a job with checkpoints: the job does not notice. */
final class TakeoverIT {
    private static final int RECORDS = 40_000;

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private String url = "";

    @Test
    void noTaskRestartsWhenTheLeaderIsKilledAndCheckpointsGoOn() throws Exception {
        Path notes = Files.createDirectory(folder.resolve("notes"));
        try (NodeProcess a = NodeProcess.start(folder, "a", "--roles=coordinator,console");
                NodeProcess b = NodeProcess.start(folder, "b", "--roles=coordinator,console", "--seeds=" + a.seed());
                NodeProcess c = NodeProcess.start(folder, "c", "--roles=worker", "--slots=3", "--seeds=" + a.seed());
                NodeProcess d = NodeProcess.start(folder, "d", "--roles=worker", "--slots=3", "--seeds=" + b.seed())) {
            url = a.url();
            await().atMost(Duration.ofSeconds(60)).until(() -> submit(notes) == 0);
            awaitJob("runs", job -> job.state() == JobState.RUNNING);
            await().atMost(Duration.ofSeconds(60)).until(() -> newestCheckpoint() >= 2);
            JobStatus before = job();
            long checkpoint = newestCheckpoint();

            a.close();
            url = b.url();
            long killedNs = System.nanoTime();
            awaitJob("is led again", job -> job.state() == JobState.RUNNING);
            await().atMost(Duration.ofSeconds(60)).until(() -> newestCheckpoint() > checkpoint);
            System.out.printf(
                    "led again, and a checkpoint complete, %d ms after the kill%n",
                    (System.nanoTime() - killedNs) / 1_000_000);

            assertThat(job().spec()).isEqualTo(before.spec());
            assertThat(attempts(job())).as(b.log()).isEqualTo(attempts(before));
            Files.createFile(notes.resolve("go"));
            awaitJob("the end", job -> job.state().isTerminal());
            assertThat(job().state()).as(b.log()).isEqualTo(JobState.FINISHED);
            assertThat(attempts(job())).as(b.log()).isEqualTo(attempts(before));
            LossStatus account = LossJson.read(get("/loss"));
            assertThat(account.total().lost()).isZero();
            assertThat(Notes.in(notes, RECORDS).problems(account)).as(b.log()).isEmpty();
        }
    }

    private int submit(Path notes) {
        return Main.run(
                "submit",
                NoteJob.class.getName(),
                "--param=folder=" + notes,
                "--param=records=" + RECORDS,
                "--server=" + url);
    }

    private void awaitJob(String what, Predicate<JobStatus> is) {
        await(what).atMost(Duration.ofSeconds(90)).ignoreExceptions().until(() -> is.test(job()));
    }

    private long newestCheckpoint() throws Exception {
        JsonArray items = get("/checkpoints").getJsonArray("items", new JsonArray());
        return items.stream()
                .map(item -> (JsonObject) item)
                .filter(item -> item.getString("state").equals("COMPLETED"))
                .mapToLong(item -> Long.parseLong(String.valueOf(item.getValue("checkpoint"))))
                .max()
                .orElse(0);
    }

    private JobStatus job() throws Exception {
        return JobJson.read(get(""));
    }

    private JsonObject get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/v1/jobs/noting" + path))
                .build();
        return new JsonObject(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private static Map<String, Integer> attempts(JobStatus job) {
        Map<String, Integer> attempts = new TreeMap<>();
        job.tasks()
                .forEach(task -> attempts.put(
                        task.attempt().task().toString(), task.attempt().number()));
        return attempts;
    }
}
