package io.kintsugi.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

final class InsightCommandsTest {
    private static final String GRAPH = """
            {"job":"clicks","run":"3","state":"RUNNING","at":"2026-01-02T03:04:05Z",
             "iterations":[{"name":"ranks","superstep":4,"max":100,"over":false,"value":0.25}],"vertices":[
              {"name":"read","label":"read+parse","kind":"SOURCE","parallelism":2,"blocking":false,"standby":0,"steps":["read","parse"],
               "stage":"RUNNING","partitions":{"states":{"KEPT":3,"LOST":1},"nodes":{"n1":2,"n2":1},"lost":5,"records":60,"bytes":700,
               "readRecords":80},"taskStates":{"RUNNING":2},"tasks":[],"recordsIn":10,"recordsOut":10,"late":0,"recordsInPerS":1234.5,
               "recordsOutPerS":1234.5,"busy":0.5,"backPressured":0.25},
              {"name":"a<b","label":"a<b","kind":"SINK","parallelism":1,"blocking":false,"standby":0,"steps":["a<b"],
               "taskStates":{"FAILED":1},"tasks":[],"recordsIn":10,"recordsOut":0,"late":0,"recordsInPerS":0,
               "recordsOutPerS":0,"busy":0,"backPressured":0,"watermark":"2026-01-02T03:04:05Z"}],
             "edges":[{"id":"e0","from":"read","to":"a<b","partitioning":"HASH","exchange":"BLOCKING","recordType":"x.Y","recordsPerS":0,"lost":7,"least":5}],
             "layout":{"width":488,"height":104,"vertices":[
               {"name":"read","layer":0,"rank":0,"x":16,"y":16,"width":180,"height":72},
               {"name":"a<b","layer":1,"rank":0,"x":292,"y":16,"width":180,"height":72}],
              "edges":[{"id":"e0","points":[{"x":196,"y":52},{"x":292,"y":52}]}]}}""";
    private static final String ENTRY = """
            {"seq":"%d","at":"2026-01-02T03:04:0%dZ","level":"WARN","kind":"task","text":"RUNNING->FAILED: no","job":"clicks","run":"3",
             "task":"train[2]","attempt":2,"node":{"name":"n1","incarnation":"i"},
             "failure":{"type":"x.Full","message":"disk full","trace":"at a.B"}}""";

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

    private static String entries() {
        return "{\"items\":[" + ENTRY.formatted(2, 2) + "," + ENTRY.formatted(1, 1) + "]}";
    }

    @Test
    void graphPrintsVerticesAndEdges() {
        server.on("GET /api/v1/jobs/clicks/graph", 200, GRAPH);

        assertThat(run("graph", "clicks").out())
                .contains("job clicks run 3: RUNNING", "iteration ranks: superstep 4 of at most 100, value 0.25\n")
                .containsPattern("read +read\\+parse +RUNNING +2 RUNNING +1,234\\.5 +1,234\\.5 +50 % +25 % +-")
                .containsPattern("e0 +read +a<b +HASH +BLOCKING +0\\.0 +5\\.\\.7")
                .containsPattern("STAGE +PARTITIONS +RECORDS +BYTES +READ +LOST SO FAR +ON")
                .containsPattern("read +3 KEPT, 1 LOST +60 +700 +80 +5 +n1 \\(2\\), n2 \\(1\\)");
        assertThat(new JsonObject(run("graph", "clicks", "-o", "json").out()).getString("run"))
                .isEqualTo("3");
    }

    @Test
    void graphDrawsWhereTheServerSays() throws Exception {
        server.on("GET /api/v1/jobs/clicks/graph", 200, GRAPH);

        String svg = run("graph", "clicks", "--svg").out();

        Document picture =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(picture.getElementsByTagName("rect").getLength()).isEqualTo(2);
        assertThat(picture.getElementsByTagName("polyline")
                        .item(0)
                        .getAttributes()
                        .getNamedItem("points")
                        .getNodeValue())
                .isEqualTo("196,52 292,52");
        assertThat(svg).contains("a&lt;b x1", "lost 5..7", "width=\"488\" height=\"104\"");
    }

    @Test
    void eventsPrintsTheNewestLast() {
        server.on("GET /api/v1/jobs/clicks/events?limit=50", 200, entries());
        server.on("GET /api/v1/cluster/events?limit=2", 200, entries());

        assertThat(run("events", "clicks").out())
                .containsPattern("(?s)03:04:01Z +WARN +task +train\\[2]@2 on n1 +RUNNING->FAILED: no.*03:04:02Z");
        assertThat(run("events", "--limit", "2").out()).contains("train[2]@2 on n1");
    }

    @Test
    void auditAsksForWhatFitsAndSaysHowToGoOn() {
        server.on("GET /api/v1/audit?limit=50", 200, "{\"items\":[]}");
        server.on("GET /api/v1/audit?about=clicks%2F1&limit=1&operation=stopJob&outcome=refused&user=ann", 200, """
                {"items":[{"at":"2026-01-02T03:04:05.678Z","node":"n1","user":"ann","operation":"stopJob",
                  "what":{"mode":"now","name":"clicks"},"status":403,"code":"KIN-6002","requestId":"r"}],
                 "nextCursor":"2026-01-02T03:04:05.678Z/17/n1"}""");

        CliProbe asked = run(
                "audit",
                "--by",
                "ann",
                "--operation",
                "stopJob",
                "--about",
                "clicks/1",
                "--outcome",
                "refused",
                "--limit",
                "1");

        assertThat(asked.out())
                .containsPattern("05\\.678Z +ann +stopJob +mode=now name=clicks +403 KIN-6002 +n1")
                .contains("older ones: --cursor 2026-01-02T03:04:05.678Z/17/n1");
        assertThat(run("audit").out()).contains("WHO").doesNotContain("older ones");
        assertThat(run("audit", "--outcome", "maybe").err()).contains("DONE", "REFUSED");
    }

    @Test
    void errorsPrintsCausesAndTracesOnlyWhenAsked() {
        server.on("GET /api/v1/jobs/clicks/errors?limit=50", 200, entries());
        server.on("GET /api/v1/jobs/calm/errors?limit=50", 200, "{\"items\":[]}");

        assertThat(run("errors", "clicks").out())
                .contains("2026-01-02T03:04:01Z train[2]@2 on n1 x.Full: disk full")
                .doesNotContain("at a.B");
        assertThat(run("errors", "clicks", "--trace").out()).contains("at a.B");
        assertThat(run("errors", "calm").out()).contains("nothing has failed");
    }

    @Test
    void restartSaysWhatTheNextRunBeginsWith() {
        server.on("POST /api/v1/jobs/clicks:restart", 202, "{\"name\":\"clicks\",\"run\":\"3\",\"state\":\"RUNNING\"}");

        assertThat(run("restart", "clicks").out()).contains("run 3 of job clicks ends (RUNNING), and the next begins");
        run("restart", "clicks", "--from", "none");
        run("restart", "clicks", "--savepoint", "before");
        assertThat(server.requests())
                .containsExactly(
                        "POST /api/v1/jobs/clicks:restart {\"from\":\"latest\"}",
                        "POST /api/v1/jobs/clicks:restart {\"from\":\"none\"}",
                        "POST /api/v1/jobs/clicks:restart {\"from\":\"savepoint\",\"savepoint\":\"before\"}");
    }
}
