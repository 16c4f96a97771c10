package io.kintsugi.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class Http2Test {

    @TempDir
    private Path directory;

    @Test
    void takesASubmissionFromAClientThatUpgradesToHttp2() throws Exception {
        JsonObject program = new JsonObject().put("builder", TestJobs.Good.class.getName());
        try (HttpFixture fixture = new HttpFixture(directory, false)) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:%d/api/v1/jobs".formatted(fixture.http.port())))
                    .version(Version.HTTP_2)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(
                            new JsonObject().put("program", program).encode()))
                    .build();

            HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

            assertThat(response.version()).isEqualTo(Version.HTTP_2);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        }
    }
}
