package io.kintsugi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.client.JobJson;
import io.kintsugi.cluster.client.LossJson;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.node.cli.Main;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task fails, and later a worker is killed as by {@code kill -9}; the tasks of the other worker do not restart. */
final class LostWorkerIT {
    private static final int RECORDS = 40_000;

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private String url = "";

    @Test
    void onlyTheTasksOfTheDeadRestartAndTheAccountTellsWhatIsReallyLost() throws Exception {
        Path notes = Files.createDirectory(folder.resolve("notes"));
        try (NodeProcess a = NodeProcess.start(folder, "a", "--roles=coordinator,console");
                NodeProcess b = NodeProcess.start(folder, "b", "--roles=worker", "--slots=3", "--seeds=" + a.seed());
                NodeProcess c = NodeProcess.start(folder, "c", "--roles=worker", "--slots=3", "--seeds=" + a.seed())) {
            url = a.url();
            // Refused until the leader has reached a worker with enough slots.
            await().atMost(Duration.ofSeconds(60)).until(() -> submit(notes) == 0);
            awaitJob("runs", job -> job.state() == JobState.RUNNING);
            assertThat(job().tasks()).extracting(task -> task.worker().name()).contains("b", "c");

            assertThat(cli("fail-task", "noting", "note[0]")).isZero();
            awaitJob("note[0] is mended", job -> job.state() == JobState.RUNNING && restarts(job) == 1);
            Map<String, Integer> before =
                    attempts(job(), task -> task.worker().name().equals("b"));
            c.close();
            awaitJob("all run on b", job -> job.state() == JobState.RUNNING && runsOn("b", job));
            Files.createFile(notes.resolve("go"));
            awaitJob("the end", job -> job.state().isTerminal());

            JobStatus ended = job();
            assertThat(ended.state()).as(a.log()).isEqualTo(JobState.FINISHED);
            assertThat(attempts(ended, task -> before.containsKey(name(task)))).isEqualTo(before);
            LossStatus account = LossJson.read(get("/loss"));
            assertThat(Notes.in(notes, RECORDS).problems(account)).as(a.log()).isEmpty();
            assertThat(b.terminate()).as(b.log()).isZero();
        }
    }

    private int submit(Path notes) {
        return cli("submit", NoteJob.class.getName(), "--param=folder=" + notes, "--param=records=" + RECORDS);
    }

    private int cli(String... arguments) {
        List<String> line = new ArrayList<>(List.of(arguments));
        line.add("--server=" + url);
        return Main.run(line.toArray(String[]::new));
    }

    private void awaitJob(String what, Predicate<JobStatus> is) {
        await(what).atMost(Duration.ofSeconds(90)).until(() -> is.test(job()));
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

    private static boolean runsOn(String worker, JobStatus job) {
        return job.tasks().stream().allMatch(task -> task.worker().name().equals(worker));
    }

    private static int restarts(JobStatus job) {
        return attempts(job, task -> true).values().stream()
                .mapToInt(number -> number - 1)
                .sum();
    }

    private static Map<String, Integer> attempts(JobStatus job, Predicate<TaskStatus> of) {
        Map<String, Integer> attempts = new TreeMap<>();
        job.tasks().stream()
                .filter(of)
                .forEach(task -> attempts.put(name(task), task.attempt().number()));
        return attempts;
    }

    private static String name(TaskStatus task) {
        return task.attempt().task().toString();
    }
}
