package io.kintsugi.testkit.chaos;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** Asks the consoles of a cluster, one after the other until one of them answers. */
final class ChaosApi {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    private static final int OK = 200;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER_MAX)
            .build();
    private final List<URI> consoles;
    private final String token;

    ChaosApi(List<URI> consoles, String token) {
        this.consoles = List.copyOf(consoles);
        this.token = token;
    }

    /** Throws what the last one said if none has the answer. */
    JsonObject get(String path) throws IOException, InterruptedException {
        IOException last = new IOException("there is no console");
        for (URI console : consoles) {
            HttpRequest request = HttpRequest.newBuilder(console.resolve(path))
                    .timeout(ANSWER_MAX)
                    .header("Authorization", "Bearer " + token)
                    .build();
            try {
                HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == OK) {
                    return new JsonObject(answer.body());
                }
                last = new IOException(console + path + ": " + answer.statusCode() + " " + answer.body());
            } catch (IOException noAnswer) {
                last = noAnswer;
            }
        }
        throw last;
    }

    JsonObject job(String name) throws IOException, InterruptedException {
        return get("/api/v1/jobs/" + name);
    }

    /** Those that are in the cluster. */
    List<JsonObject> nodes() throws IOException, InterruptedException {
        return items(get("/api/v1/nodes"));
    }

    static List<JsonObject> items(JsonObject list) {
        return list.getJsonArray("items", new JsonArray()).stream()
                .map(item -> (JsonObject) item)
                .toList();
    }
}
