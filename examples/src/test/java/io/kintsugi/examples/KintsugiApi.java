package io.kintsugi.examples;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The few requests that tests of running jobs send. */
final class KintsugiApi {
    private static final int CONFLICT = 409;
    private static final List<String> ENDS = List.of("FINISHED", "FAILED");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;

    KintsugiApi(String server) {
        this.server = URI.create(server);
    }

    /**
     * Waits until all tasks of the job run and it has restarted so often; returns their names, or none if the job has ended
     * before.
     */
    List<String> awaitRunning(String job, int restarts, Duration limit) {
        await().atMost(limit).until(() -> hasEnded(job(job)) || runs(job(job), restarts));
        if (!"RUNNING".equals(job(job).getString("state"))) {
            return List.of();
        }
        return job(job).getJsonArray("tasks").stream()
                .map(task -> ((JsonObject) task).getString("id"))
                .toList();
    }

    /** Waits until the only iteration of a job has come so far, or the job has ended; returns which superstep it is in. */
    int awaitSuperstep(String job, int superstep, Duration limit) {
        AtomicReference<JsonObject> last = new AtomicReference<>(new JsonObject());
        await().atMost(limit)
                .ignoreExceptions() // Nobody answers while there is no leader.
                .until(() -> {
                    last.set(job(job));
                    return superstep(last.get()) >= superstep || hasEnded(last.get());
                });
        return superstep(last.get());
    }

    private static int superstep(JsonObject job) {
        return job.getJsonArray("iterations", new JsonArray()).stream()
                .mapToInt(iteration -> ((JsonObject) iteration).getInteger("superstep"))
                .max()
                .orElse(0);
    }

    /** Waits for the end of a job, and returns what there is to know of it. */
    JsonObject awaitEnd(String job, Duration limit) {
        AtomicReference<JsonObject> last = new AtomicReference<>(new JsonObject());
        await().atMost(limit).ignoreExceptions().until(() -> {
            last.set(job(job));
            return hasEnded(last.get());
        });
        return last.get();
    }

    private static boolean hasEnded(JsonObject job) {
        return ENDS.contains(job.getString("state", ""));
    }

    private static boolean runs(JsonObject job, int restarts) {
        return "RUNNING".equals(job.getString("state")) && job.getInteger("restarts") >= restarts;
    }

    private JsonObject job(String name) {
        HttpResponse<String> response = send(HttpRequest.newBuilder(server.resolve("/api/v1/jobs/" + name)));
        return response.statusCode() == 200 ? new JsonObject(response.body()) : new JsonObject();
    }

    /** False, and nothing happens, for a task that does not run now. */
    boolean failTask(String job, String task) {
        String body = new JsonObject().put("task", task).encode();
        HttpResponse<String> response =
                send(HttpRequest.newBuilder(server.resolve("/api/v1/jobs/" + job + ":fail-task"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
        if (response.statusCode() >= 400 && response.statusCode() != CONFLICT) {
            throw new IllegalStateException(response.body());
        }
        return response.statusCode() != CONFLICT;
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException("no answer from " + server, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
