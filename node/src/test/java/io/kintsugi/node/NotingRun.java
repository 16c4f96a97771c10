package io.kintsugi.node;

import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.client.JobJson;
import io.kintsugi.cluster.client.LossJson;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.node.cli.Main;
import io.kintsugi.testkit.noting.NoteJob;
import io.kintsugi.testkit.noting.Notes;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
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

/** A run of {@link NoteJob} on real processes, seen from outside: by the command line and over HTTP. */
final class NotingRun {
    private static final int RECORDS = 40_000;
    private static final int NUMBERS_PER_SECOND = 4_000;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path notes;
    private String url = "";

    NotingRun(Path folder) throws IOException {
        notes = Files.createDirectory(folder.resolve("notes"));
    }

    /** Whom to ask from now on. */
    void ask(NodeProcess node) {
        url = node.url();
    }

    /** As fast as the job does it by itself. */
    void submit() {
        submit(NUMBERS_PER_SECOND);
    }

    /** Refused until the leader has reached workers with enough slots. */
    void submit(int numbersPerSecond) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> cli(
                                "submit",
                                NoteJob.class.getName(),
                                "--param=folder=" + notes,
                                "--param=records=" + RECORDS,
                                "--param=rate=" + numbersPerSecond)
                        == 0);
    }

    int cli(String... arguments) {
        List<String> line = new ArrayList<>(List.of(arguments));
        line.add("--server=" + url);
        return Main.run(line.toArray(String[]::new));
    }

    /** Lets the job come to its end. */
    void go() throws IOException {
        Files.createFile(notes.resolve("go"));
    }

    JobStatus status() throws Exception {
        return JobJson.read(get(""));
    }

    LossStatus account() throws Exception {
        return LossJson.read(get("/loss"));
    }

    /** Where the account is not what the tasks have written down; empty where it is right. */
    List<String> problems() throws Exception {
        return Notes.in(notes, RECORDS).problems(account());
    }

    /** What really became of the numbers. */
    Notes truth() throws IOException {
        return Notes.in(notes, RECORDS);
    }

    /** Names of the nodes that the cluster has. */
    List<String> nodes() throws Exception {
        return getAt("/api/v1/nodes").getJsonArray("items").stream()
                .map(node -> ((JsonObject) node).getString("name"))
                .toList();
    }

    JsonObject get(String path) throws Exception {
        return getAt("/api/v1/jobs/noting" + path);
    }

    private JsonObject getAt(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).build();
        return new JsonObject(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    /** The attempt of each task. */
    static Map<String, Integer> attempts(JobStatus job) {
        return attempts(job, task -> true);
    }

    /** The attempt of each of these tasks. */
    static Map<String, Integer> attempts(JobStatus job, Predicate<TaskStatus> of) {
        Map<String, Integer> attempts = new TreeMap<>();
        job.tasks().stream()
                .filter(of)
                .forEach(task -> attempts.put(name(task), task.attempt().number()));
        return attempts;
    }

    static String name(TaskStatus task) {
        return task.attempt().task().toString();
    }
}
