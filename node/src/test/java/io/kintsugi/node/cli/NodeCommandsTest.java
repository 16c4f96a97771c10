package io.kintsugi.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class NodeCommandsTest {
    private static final String QUARANTINED = """
            {"name":"east","incarnation":"e1","state":"QUARANTINED","tasksLeft":3,
             "quarantine":{"until":"2026-01-02T03:04:05Z","reason":"slow disk"}}""";

    private Answering server;

    @BeforeEach
    void start() throws IOException {
        server = new Answering().on("POST /api/v1/nodes/east:quarantine", 200, QUARANTINED);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CliProbe run(String... arguments) {
        List<String> line = new ArrayList<>(List.of(arguments));
        line.add("--server");
        line.add(server.url());
        return CliProbe.run(line.toArray(String[]::new));
    }

    private JsonObject sent() {
        String request = server.requests().get(0);
        return new JsonObject(request.substring(request.indexOf('{')));
    }

    @Test
    void quarantineAsksForASpanFromNowAndSaysHowTheNodeStands() {
        Instant before = Instant.now();

        CliProbe asked = run("quarantine", "east", "--for", "2h", "--reason", "slow disk");

        assertThat(asked.out()).contains("east QUARANTINED (until 2026-01-02T03:04:05Z: slow disk; 3 tasks work on)");
        assertThat(asked.code()).isZero();
        assertThat(sent().getString("reason")).isEqualTo("slow disk");
        assertThat(Instant.parse(sent().getString("until")))
                .isBetween(
                        before.plus(Duration.ofHours(2)).minusSeconds(1),
                        Instant.now().plus(Duration.ofHours(2)));
    }

    @Test
    void quarantineTakesAnEndAsItIs() {
        run("quarantine", "east", "--until", "2026-01-02T03:04:05Z", "--reason", "slow disk");

        assertThat(sent().getString("until")).isEqualTo("2026-01-02T03:04:05Z");
    }

    @Test
    void quarantineRefusesWhatItCannotRead() {
        assertThat(run("quarantine", "east", "--for", "2", "--reason", "slow disk")
                        .err())
                .contains("expected a number with one of s, m, h, d behind it, such as 30m; found '2'");
        assertThat(run("quarantine", "east", "--reason", "slow disk").err()).contains("--for", "--until");
        assertThat(run("quarantine", "east", "--for", "2h").err()).contains("--reason");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void releaseSaysHowTheNodeStands() {
        server.on(
                "POST /api/v1/nodes/east:release",
                200,
                "{\"name\":\"east\",\"incarnation\":\"e1\",\"state\":\"ACTIVE\",\"tasksLeft\":0}");

        assertThat(run("release", "east").out()).contains("east ACTIVE");
    }

    @Test
    void nodesShowsUntilWhenAndWhy() {
        JsonObject node = new JsonObject(QUARANTINED)
                .put("roles", List.of("WORKER"))
                .put("slots", 4)
                .put("leader", false);
        JsonObject drained =
                node.copy().put("name", "west").put("state", "DRAINED").put("tasksLeft", 0);
        server.on(
                "GET /api/v1/nodes",
                200,
                new JsonObject().put("items", List.of(node, drained)).encode());

        assertThat(run("nodes").out())
                .contains("QUARANTINED (until 2026-01-02T03:04:05Z: slow disk; 3 tasks work on)")
                .contains("DRAINED, quarantined (until 2026-01-02T03:04:05Z: slow disk)");
    }
}
