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
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's client as it comes: on its first request it offers to go on in HTTP/2. */
final class JdkClientTest {
    @TempDir
    private Path directory;

    private HttpFixture node;

    @BeforeEach
    void start() throws Exception {
        node = new HttpFixture(directory, false);
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    /**
     * With the upgrade about one in ten broke or hung, also when a server of 30 lines sent the right bytes (JDK 17.0.15 and
     * 25.0.3, answers of more than one frame of 16 KiB).
     */
    @Test
    void readsALargeAnswerEachTime() throws Exception {
        node.metrics = "a".repeat(60_000);

        for (int i = 0; i < 50; i++) {
            HttpResponse<String> response = send(request("/metrics").build());

            assertThat(response.body()).hasSize(60_000);
        }
    }

    @Test
    void submitsAJobOverHttp1() throws Exception {
        JsonObject program = new JsonObject().put("builder", TestJobs.Good.class.getName());
        String body = new JsonObject().put("program", program).encode();

        HttpResponse<String> response = send(request("/api/v1/jobs")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build());

        assertThat(response.version()).isEqualTo(Version.HTTP_1_1);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.http.port() + path))
                .timeout(Duration.ofSeconds(60));
    }

    private static HttpResponse<String> send(HttpRequest request) throws Exception {
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }
}
