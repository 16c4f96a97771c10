package io.kintsugi.node.cli;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Asks one server and waits for its answer; for the command line, which has nothing else to do. */
final class ApiConnection {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
    private static final Duration UPLOAD_MAX = Duration.ofMinutes(5);

    private static final String SESSION_COOKIE = "kintsugi_session=";

    private final URI server;
    private final HttpClient http;
    private final String token;

    /** @param token says who asks; empty: nobody in particular */
    ApiConnection(URI server, HttpClient http, String token) {
        this.server = server;
        this.http = http;
        this.token = token;
    }

    /** The same server as this user. */
    ApiConnection logIn(String user, String password) throws ApiFailure {
        JsonObject body = new JsonObject().put("user", user).put("password", password);
        HttpRequest request = post("/api/v1/session", body).build();
        HttpResponse<String> response = answer(request);
        if (response.statusCode() >= 400) {
            throw new ApiFailure(json(request, response));
        }
        String session = response.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith(SESSION_COOKIE))
                .findFirst()
                .map(cookie -> cookie.substring(SESSION_COOKIE.length()).split(";", 2)[0])
                .orElseThrow(() -> new ApiFailure(server + " began no session: is it a Kintsugi node?"));
        return new ApiConnection(server, http, session);
    }

    JsonObject jobs() throws ApiFailure {
        return send(request("/api/v1/jobs").GET());
    }

    JsonObject job(String name) throws ApiFailure {
        return send(request("/api/v1/jobs/" + encoded(name)).GET());
    }

    JsonObject submit(JsonObject submission) throws ApiFailure {
        return send(post("/api/v1/jobs", submission));
    }

    JsonObject validate(JsonObject submission) throws ApiFailure {
        return send(post("/api/v1/jobs:validate", submission));
    }

    /** @param body how, and the name of a savepoint */
    JsonObject stop(String name, JsonObject body) throws ApiFailure {
        return send(post("/api/v1/jobs/" + encoded(name) + ":stop", body));
    }

    /** @param task {@code step[subtask]} */
    JsonObject failTask(String name, String task) throws ApiFailure {
        return send(post("/api/v1/jobs/" + encoded(name) + ":fail-task", new JsonObject().put("task", task)));
    }

    /** @param body what the next run begins with */
    JsonObject restart(String name, JsonObject body) throws ApiFailure {
        return send(post("/api/v1/jobs/" + encoded(name) + ":restart", body));
    }

    JsonObject graph(String name) throws ApiFailure {
        return send(request("/api/v1/jobs/" + encoded(name) + "/graph").GET());
    }

    JsonObject errors(String name, int limit) throws ApiFailure {
        return send(request("/api/v1/jobs/" + encoded(name) + "/errors?limit=" + limit)
                .GET());
    }

    /** @param name of a job; empty: those of the cluster */
    JsonObject events(String name, int limit) throws ApiFailure {
        String of = name.isEmpty() ? "/api/v1/cluster" : "/api/v1/jobs/" + encoded(name);
        return send(request(of + "/events?limit=" + limit).GET());
    }

    JsonObject recoveries(String name) throws ApiFailure {
        return send(request("/api/v1/jobs/" + encoded(name) + "/recoveries").GET());
    }

    JsonObject recovery(String name, long id) throws ApiFailure {
        return send(
                request("/api/v1/jobs/" + encoded(name) + "/recoveries/" + id).GET());
    }

    JsonObject loss(String name) throws ApiFailure {
        return send(request("/api/v1/jobs/" + encoded(name) + "/loss").GET());
    }

    JsonObject checkpoints(String name) throws ApiFailure {
        return send(request("/api/v1/jobs/" + encoded(name) + "/checkpoints").GET());
    }

    JsonObject savepoints(String name) throws ApiFailure {
        return send(request("/api/v1/jobs/" + encoded(name) + "/savepoints").GET());
    }

    JsonObject savepoint(String name, String savepoint) throws ApiFailure {
        return send(request(savepointPath(name, savepoint)).GET());
    }

    /** @param body the savepoint's name, or nothing */
    JsonObject triggerSavepoint(String name, JsonObject body) throws ApiFailure {
        return send(post("/api/v1/jobs/" + encoded(name) + "/savepoints", body));
    }

    JsonObject deleteSavepoint(String name, String savepoint) throws ApiFailure {
        return send(request(savepointPath(name, savepoint)).DELETE());
    }

    private static String savepointPath(String name, String savepoint) {
        return "/api/v1/jobs/" + encoded(name) + "/savepoints/" + encoded(savepoint);
    }

    JsonObject nodes() throws ApiFailure {
        return send(request("/api/v1/nodes").GET());
    }

    /** @param node incarnation or name */
    JsonObject node(String node) throws ApiFailure {
        return send(request("/api/v1/nodes/" + encoded(node)).GET());
    }

    JsonObject drain(String node) throws ApiFailure {
        return send(request("/api/v1/nodes/" + encoded(node) + ":drain").POST(BodyPublishers.noBody()));
    }

    JsonObject undrain(String node) throws ApiFailure {
        return send(request("/api/v1/nodes/" + encoded(node) + ":undrain").POST(BodyPublishers.noBody()));
    }

    /** @param body end and reason */
    JsonObject quarantine(String node, JsonObject body) throws ApiFailure {
        return send(post("/api/v1/nodes/" + encoded(node) + ":quarantine", body));
    }

    JsonObject release(String node) throws ApiFailure {
        return send(request("/api/v1/nodes/" + encoded(node) + ":release").POST(BodyPublishers.noBody()));
    }

    /** @param asked filters, limit and cursor by name; those that are empty are not given */
    JsonObject audit(Map<String, String> asked) throws ApiFailure {
        String query = asked.entrySet().stream()
                .filter(parameter -> !parameter.getValue().isEmpty())
                .map(parameter -> parameter.getKey() + "=" + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
        return send(request("/api/v1/audit?" + query).GET());
    }

    JsonObject upload(Path jar) throws ApiFailure {
        try {
            return send(request("/api/v1/artifacts")
                    .header("Content-Type", "application/octet-stream")
                    .timeout(UPLOAD_MAX)
                    .POST(BodyPublishers.ofFile(jar)));
        } catch (FileNotFoundException e) {
            throw new ApiFailure("--jar: there is no file " + jar, e);
        }
    }

    private HttpRequest.Builder post(String path, JsonObject body) {
        return request(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(BodyPublishers.ofString(body.encode()));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(ANSWER_MAX)
                .header("Accept", "application/json, application/problem+json");
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private JsonObject send(HttpRequest.Builder builder) throws ApiFailure {
        HttpRequest request = builder.build();
        HttpResponse<String> response = answer(request);
        JsonObject json = json(request, response);
        if (response.statusCode() >= 400) {
            throw new ApiFailure(json);
        }
        return json;
    }

    private HttpResponse<String> answer(HttpRequest request) throws ApiFailure {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (ConnectException e) {
            throw new ApiFailure(
                    "no node answers at %s: is it running, with the role console? --server names another"
                            .formatted(server),
                    e);
        } catch (HttpTimeoutException e) {
            throw new ApiFailure(
                    "%s gave no answer to %s in time; whether it was done is not known"
                            .formatted(server, describe(request)),
                    e);
        } catch (IOException e) {
            throw new ApiFailure("%s: %s".formatted(server, e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFailure("interrupted while waiting for " + server, e);
        }
    }

    private JsonObject json(HttpRequest request, HttpResponse<String> response) throws ApiFailure {
        try {
            return new JsonObject(response.body());
        } catch (DecodeException e) {
            throw new ApiFailure(
                    "%s answered %s with status %d and no JSON: is it a Kintsugi node?"
                            .formatted(server, describe(request), response.statusCode()),
                    e);
        }
    }

    private static String describe(HttpRequest request) {
        return request.method() + " " + request.uri().getPath();
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
