package io.kintsugi.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ApiCommandsTest {
    private static final String RUNNING = """
            {"name":"count","run":"2","state":"RUNNING","program":{"builder":"a.Count","params":{"n":"5"}},
             "fingerprint":"x","submittedAt":"2026-01-02T03:04:05Z","taskStates":{"RUNNING":1},
             "tasks":[{"id":"read[0]","vertex":"read","subtask":0,"attempt":1,"label":"read+write","state":"RUNNING",
               "node":{"name":"tokyo","incarnation":"i1"},
               "counters":{"recordsIn":7,"recordsOut":6,"busyMs":1,"idleMs":3,"backPressuredMs":0}}]}""";

    private Answering server;

    @BeforeEach
    void start() throws IOException {
        server = new Answering();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void submitSendsBuilderAndParametersAndNamesTheRun() {
        server.on("POST /api/v1/jobs", 201, RUNNING);

        CliProbe cli = CliProbe.run("submit", "a.Count", "-p", "n=5", "-p", "m=a=b", "--server", server.url());

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).isEqualToIgnoringNewLines("job count run 2: RUNNING\n");
        assertThat(server.requests())
                .containsExactly(
                        "POST /api/v1/jobs {\"program\":{\"builder\":\"a.Count\",\"params\":{\"m\":\"a=b\",\"n\":\"5\"}}}");
    }

    @Test
    void submitUploadsTheJarFirst(@TempDir Path folder) throws IOException {
        Path jar = Files.writeString(folder.resolve("job.jar"), "jar");
        server.on("POST /api/v1/artifacts", 201, "{\"digest\":\"sha256:ab\",\"sizeBytes\":3}")
                .on("POST /api/v1/jobs", 201, RUNNING);

        CliProbe cli = CliProbe.run("submit", "a.Count", "--jar", jar.toString(), "--server", server.url());

        assertThat(cli.code()).isZero();
        assertThat(server.requests())
                .containsExactly(
                        "POST /api/v1/artifacts jar",
                        "POST /api/v1/jobs {\"program\":{\"builder\":\"a.Count\",\"artifact\":\"sha256:ab\"}}");
    }

    @Test
    void submitThatWaitsFailsWhenTheJobFailed() {
        server.on("POST /api/v1/jobs", 201, RUNNING)
                .on(
                        "GET /api/v1/jobs/count",
                        200,
                        ended("FAILED", ",\"failure\":{\"type\":\"x.Y\",\"message\":\"disk full\"}"));

        CliProbe cli = CliProbe.run("submit", "a.Count", "--wait", "60", "--server", server.url());

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out()).contains("job count run 2: FAILED", "failure x.Y: disk full");
    }

    @Test
    void aJobThatWaitsForSlotsSaysForHowMany() {
        server.on("GET /api/v1/jobs/count", 200, ended("DEGRADED", ",\"missingSlots\":1"));

        CliProbe cli = CliProbe.run("job", "count", "--server", server.url());

        assertThat(cli.out()).contains("waits for 1 slot more: add a worker or slots, or stop a job");
    }

    @Test
    void aJobThatRecoversSaysWhatItRecoversFrom() {
        server.on(
                "GET /api/v1/jobs/count",
                200,
                ended("RECOVERING", ",\"restarts\":1,\"failure\":{\"type\":\"x.Y\",\"message\":\"disk full\"}"));

        CliProbe cli = CliProbe.run("job", "count", "--server", server.url());

        assertThat(cli.out()).contains("restarts 1", "restarts because of x.Y: disk full");
    }

    @Test
    void jobSaysInWhichSuperstepItIs() {
        server.on(
                "GET /api/v1/jobs/count",
                200,
                ended(
                        "FINISHED",
                        ",\"iterations\":[{\"name\":\"ranks\",\"superstep\":4,\"max\":100,\"over\":true,\"value\":0.25},"
                                + "{\"name\":\"centers\",\"superstep\":1,\"max\":9,\"over\":false}]"));

        CliProbe cli = CliProbe.run("job", "count", "--server", server.url());

        assertThat(cli.out())
                .contains(
                        "iteration ranks: superstep 4 of at most 100, value 0.25, over\n",
                        "iteration centers: superstep 1 of at most 9\n");
    }

    @Test
    void jobSaysHowLongRecordsTakeWhereMarkersTell() {
        String latencies =
                "\"latencies\":[{\"source\":\"numbers\",\"p50Ms\":3,\"p99Ms\":40,\"maxMs\":51}],\"counters\"";
        server.on("GET /api/v1/jobs/count", 200, RUNNING.replace("\"counters\"", latencies));

        assertThat(CliProbe.run("job", "count", "--server", server.url()).out())
                .containsPattern("TASK +FROM +P50 MS +P99 MS +MAX MS\nread\\[0\\] +numbers +3 +40 +51");

        server.on("GET /api/v1/jobs/count", 200, RUNNING);
        assertThat(CliProbe.run("job", "count", "--server", server.url()).out()).doesNotContain("P50 MS");
    }

    @Test
    void submitBeginsWithASavepoint() {
        server.on("POST /api/v1/jobs", 201, RUNNING);

        CliProbe cli = CliProbe.run(
                "submit",
                "a.Count",
                "--from-savepoint",
                "old/before",
                "--allow-unmatched-state",
                "--server",
                server.url());

        assertThat(cli.code()).isZero();
        assertThat(server.requests())
                .containsExactly("POST /api/v1/jobs {\"program\":{\"builder\":\"a.Count\"},"
                        + "\"fromSavepoint\":\"old/before\",\"allowUnmatchedState\":true}");
    }

    @Test
    void savepointWaitsUntilItIsComplete() {
        server.on("POST /api/v1/jobs/count/savepoints", 202, savepoint("PENDING", ""))
                .on("GET /api/v1/jobs/count/savepoints/before", 200, savepoint("COMPLETED", ""));

        CliProbe cli = CliProbe.run("savepoint", "count", "--name", "before", "--server", server.url());

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).isEqualToIgnoringNewLines("savepoint count/before: COMPLETED\n");
        assertThat(server.requests().get(0)).isEqualTo("POST /api/v1/jobs/count/savepoints {\"name\":\"before\"}");
    }

    @Test
    void savepointThatIsGivenUpFailsAndSaysWhy() {
        server.on(
                "POST /api/v1/jobs/count/savepoints", 202, savepoint("DISCARDED", ",\"reason\":\"tasks have failed\""));

        CliProbe cli = CliProbe.run("savepoint", "count", "--server", server.url());

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out()).contains("DISCARDED, tasks have failed");
    }

    @Test
    void savepointsAndCheckpointsPrintTables() {
        server.on("GET /api/v1/jobs/count/savepoints", 200, "{\"items\":[" + savepoint("COMPLETED", "") + "]}")
                .on(
                        "GET /api/v1/jobs/count/checkpoints",
                        200,
                        "{\"items\":[{\"checkpoint\":\"8\",\"state\":\"DISCARDED\",\"bytes\":0,"
                                + "\"waitingFor\":[\"read[0]\"],\"reason\":\"not acknowledged\"}]}");

        assertThat(CliProbe.run("savepoints", "count", "--server", server.url()).out())
                .containsPattern("before +COMPLETED +2 +7 +12");
        assertThat(CliProbe.run("checkpoints", "count", "--server", server.url())
                        .out())
                .containsPattern("8 +DISCARDED +0 +read\\[0] +not acknowledged");
    }

    private static String savepoint(String state, String more) {
        return "{\"name\":\"before\",\"job\":\"count\",\"run\":\"2\",\"state\":\"" + state
                + "\",\"checkpoint\":\"7\",\"bytes\":12" + more + "}";
    }

    @Test
    void savepointsOfAJobThatHasNoneSaysSoSinceAnEmptyTableHidesAWrongName() {
        server.on("GET /api/v1/jobs/cuont/savepoints", 200, "{\"items\":[]}");

        CliProbe run = CliProbe.run("savepoints", "cuont", "--server", server.url());

        assertThat(run.code()).isZero();
        assertThat(run.out().strip()).isEqualTo("there are no savepoints of 'cuont'");
    }

    @Test
    void stopThatWaitsSucceedsWhenTheJobHasStopped() {
        server.on("POST /api/v1/jobs/count:stop", 202, RUNNING).on("GET /api/v1/jobs/count", 200, ended("STOPPED", ""));

        CliProbe cli = CliProbe.run("stop", "count", "--mode", "now", "--wait", "60", "--server", server.url());

        assertThat(cli.code()).isZero();
        assertThat(server.requests().get(0)).isEqualTo("POST /api/v1/jobs/count:stop {\"mode\":\"now\"}");
    }

    @Test
    void stopSendsTheNameOfASavepoint() {
        server.on("POST /api/v1/jobs/count:stop", 202, RUNNING);

        CliProbe cli =
                CliProbe.run("stop", "count", "--mode", "savepoint", "--savepoint", "last", "--server", server.url());

        assertThat(cli.code()).isZero();
        assertThat(server.requests().get(0))
                .isEqualTo("POST /api/v1/jobs/count:stop {\"mode\":\"savepoint\",\"savepoint\":\"last\"}");
    }

    @Test
    void jobsPrintsATableOrTheJsonOfTheApi() {
        server.on("GET /api/v1/jobs", 200, "{\"items\":[" + RUNNING + "]}");

        CliProbe text = CliProbe.run("jobs", "--server", server.url());
        CliProbe json = CliProbe.run("jobs", "-o", "json", "--server", server.url());

        assertThat(text.out()).isEqualToIgnoringNewLines("""
                        NAME   RUN  STATE    TASKS      SUBMITTED             ENDED
                        count  2    RUNNING  1 RUNNING  2026-01-02T03:04:05Z
                        """);
        assertThat(new JsonObject(json.out()).getJsonArray("items")).hasSize(1);
    }

    @Test
    void jobPrintsItsTasks() {
        server.on("GET /api/v1/jobs/count", 200, RUNNING);

        assertThat(CliProbe.run("job", "count", "--server", server.url()).out())
                .contains("builder a.Count n=5")
                .containsPattern("read\\[0] +1 +RUNNING +tokyo +7 +6 +25% +read\\+write");
    }

    @Test
    void validateFailsForAJobThatCannotRun() {
        server.on(
                "POST /api/v1/jobs:validate",
                200,
                "{\"valid\":false,\"problems\":[{\"code\":\"KIN-2008\",\"title\":\"The job cannot run\",\"detail\":\"d\","
                        + "\"errors\":[{\"pointer\":\"#/program\",\"code\":\"c\",\"detail\":\"it has no source\"}]}]}");

        CliProbe cli = CliProbe.run("validate", "a.Count", "--server", server.url());

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out()).contains("KIN-2008 The job cannot run", "#/program: it has no source");
    }

    @Test
    void aProblemIsShownWithItsCodePlacesAndSuggestions() {
        server.on(
                "POST /api/v1/jobs",
                422,
                "{\"code\":\"KIN-2009\",\"title\":\"The builder does not know a parameter\",\"status\":422,\"detail\":\"d\","
                        + "\"requestId\":\"r1\",\"errors\":[{\"pointer\":\"#/program/params/rte\",\"code\":\"c\","
                        + "\"detail\":\"parameter 'rte' is not known\",\"suggestion\":\"rate\"}]}");

        CliProbe text = CliProbe.run("submit", "a.Count", "--server", server.url());
        CliProbe json = CliProbe.run("submit", "a.Count", "-o", "json", "--server", server.url());

        assertThat(text.code()).isEqualTo(1);
        assertThat(text.out()).isEmpty();
        assertThat(text.err()).isEqualToIgnoringNewLines("""
                        kintsugi submit: KIN-2009 The builder does not know a parameter
                          #/program/params/rte: parameter 'rte' is not known; did you mean 'rate'?
                          request r1
                        """);
        assertThat(new JsonObject(json.err()).getString("code")).isEqualTo("KIN-2009");
        assertThat(json.out()).isEmpty();
    }

    @Test
    void saysWhenNobodyAnswersAndWhenItIsNotAKintsugiNode() {
        String url = server.url();

        CliProbe other = CliProbe.run("jobs", "--server", url);
        server.close();
        CliProbe nobody = CliProbe.run("jobs", "--server", url);

        assertThat(other.err())
                .contains("answered GET /api/v1/jobs with status 404 and no JSON: is it a Kintsugi node?");
        assertThat(nobody.code()).isEqualTo(1);
        assertThat(nobody.err()).contains("no node answers at " + url);
    }

    private static String ended(String state, String more) {
        return RUNNING.replace(
                "\"RUNNING\",\"program\"",
                "\"" + state + "\",\"endedAt\":\"2026-01-02T03:04:06Z\"" + more + ",\"program\"");
    }
}
