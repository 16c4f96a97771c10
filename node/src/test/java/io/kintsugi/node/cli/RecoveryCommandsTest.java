package io.kintsugi.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RecoveryCommandsTest {
    private static final String TOTALS = """
            {"lostState":20,"discarded":5,"duplicates":4,"orphans":3,"lateAfterRecovery":2,"lost":25,"least":21,
             "basis":"BOUNDED"}""";
    private static final String RECOVERY = """
            {"id":"7","strategy":"task","state":"DONE","failed":["train[2]"],"restarted":["train[2]"],"untouched":13,
             "cause":{"type":"x.Y","message":"disk full"},"durationMs":40,"firstRecordMs":41,
             "timeline":{"failed":"2026-01-02T03:04:05.000Z","reconnected":"2026-01-02T03:04:05.040Z",
               "firstRecord":"2026-01-02T03:04:05.041Z"},"loss":%s}""".formatted(TOTALS);
    private static final String LOSS = """
            {"total":%s,"balanced":true,"checkedChannels":16,
             "budget":{"lost":25,"fraction":0.00125,"recoveries":2,"unavailableMs":90,"exceeded":true},
             "entries":[{"channel":"e1:0>2","producer":"read[0]","consumer":"train[2]","epoch":2,"from":"5","to":"9",
               "kind":"DISCARDED","basis":"COUNTED","count":5,"least":5,"recovery":"7","state":"OPEN"}]}""".formatted(TOTALS);

    private Answering server;

    @BeforeEach
    void start() throws IOException {
        server = new Answering();
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

    @Test
    void recoveriesPrintsATableOrTheJsonOfTheApi() {
        server.on("GET /api/v1/jobs/clicks/recoveries", 200, "{\"items\":[" + RECOVERY + "]}");

        assertThat(run("recoveries", "clicks").out())
                .containsPattern("7 +DONE +task +train\\[2] +train\\[2] +13 +40 +41 +21\\.\\.25 +4 +disk full");
        assertThat(new JsonObject(run("recoveries", "clicks", "-o", "json").out()).getJsonArray("items"))
                .hasSize(1);
    }

    @Test
    void recoveryPrintsItsStagesWithTheTimeSinceTheFailure() {
        server.on("GET /api/v1/jobs/clicks/recoveries/7", 200, RECOVERY);

        assertThat(run("recovery", "clicks", "7").out())
                .contains("recovery 7: DONE by strategy task", "cause x.Y: disk full", "13 tasks untouched")
                .containsPattern("reconnected +2026-01-02T03:04:05.040Z +\\+40");
    }

    @Test
    void lossPrintsTotalsBudgetAndRanges() {
        server.on("GET /api/v1/jobs/clicks/loss", 200, LOSS);

        assertThat(run("loss", "clicks").out())
                .contains(
                        "lost 21..25 (state gone 20, discarded 5), duplicates 4, orphans 3, late after recovery 2",
                        "budget window: 25 lost, 0.1250 % of the records; 2 recoveries, 90 ms unavailable; EXCEEDED",
                        "the last checkpoint compared 16 channels: balanced")
                .containsPattern("7 +read\\[0] +train\\[2] +e1:0>2 +2 +5 +9 +DISCARDED +5 +COUNTED +OPEN");
    }

    @Test
    void submitSaysWhatRestartsAndWhatItMayCost() {
        server.on("POST /api/v1/jobs", 201, "{\"name\":\"clicks\",\"run\":\"1\",\"state\":\"DEPLOYING\"}");

        CliProbe cli = run(
                "submit",
                "a.B",
                "--strategy",
                "task",
                "--absent-consumer",
                "buffer:4MiB",
                "--loss-budget-records",
                "100",
                "--loss-budget-fraction",
                "0.01",
                "--loss-budget-on-excess",
                "pause",
                "--checkpoints-with-loss",
                "mark");

        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(server.requests())
                .containsExactly("POST /api/v1/jobs {\"program\":{\"builder\":\"a.B\"},\"recovery\":{"
                        + "\"strategy\":\"task\",\"absentConsumer\":{\"kind\":\"buffer\",\"bytes\":4194304},"
                        + "\"lossBudget\":{\"records\":100,\"fraction\":0.01,\"onExcess\":\"pause\"},"
                        + "\"checkpointsWithLoss\":\"mark\"}}");
    }

    @Test
    void aWrongValueIsNamedWithTheNearestThatIsRight() {
        assertThat(run("submit", "a.B", "--strategy", "tsk").err())
                .contains("--strategy", "expected task, sink, downstream, region, found 'tsk'; did you mean 'task'?");
        assertThat(run("submit", "a.B", "--absent-consumer", "bufer:4MiB").err())
                .contains("found 'bufer'; did you mean 'buffer'?");
        assertThat(run("submit", "a.B", "--absent-consumer", "buffer:4MB").err())
                .contains("expected a number of bytes such as 65536, 512KiB, 4MiB or 1GiB, found '4MB'");
        assertThat(run("submit", "a.B", "--loss-budget-fraction", "5").err())
                .contains("expected a number from 0 to 1 such as 0.005, found '5'");
        assertThat(run("submit", "a.B", "--loss-budget-records", "-3").err())
                .contains("expected a whole number from 0, found '-3'");
        assertThat(server.requests()).isEmpty();
    }
}
