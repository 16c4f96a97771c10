package io.kintsugi.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.client.ProblemCode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link ContractTest} does not see: the words of an answer, and what several requests do together. */
final class HttpApiTest {
    private static final String JOBS = "/api/v1/jobs";

    @TempDir
    static Path temp;

    private static HttpFixture node;

    @BeforeAll
    static void start() throws Exception {
        node = new HttpFixture(temp, true);
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    @AfterEach
    void reset() throws Exception {
        node.reset();
    }

    @Test
    void takesAJobInYamlAndShowsItWithItsTasks() throws Exception {
        Answer created = node.send(Call.yaml("POST", JOBS, """
                name: clicks
                program:
                  builder: io.kintsugi.webconsole.TestJobs$Good
                  params: {name: clicks, parallelism: 3}
                """));

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.headers().get("location")).isEqualTo(JOBS + "/clicks");
        JsonObject job = node.get(JOBS + "/clicks").json();
        assertThat(job.getJsonObject("program").getJsonObject("params"))
                .isEqualTo(new JsonObject().put("name", "clicks").put("parallelism", "3"));
        assertThat(job.getString("run")).matches("[0-9]+");
        assertThat(job.getJsonObject("taskStates")).isEqualTo(new JsonObject().put("RUNNING", 3));
        assertThat(job.getJsonArray("tasks")).hasSize(3);
        assertThat(node.get(JOBS).json().getJsonArray("items").getJsonObject(0).containsKey("tasks"))
                .isFalse();
    }

    @Test
    void takesTheNameFromTheBuilderWhenTheRequestHasNone() throws Exception {
        assertThat(node.send(Call.json("POST", JOBS, Scenarios.GOOD)).json().getString("name"))
                .isEqualTo("numbers");
    }

    @Test
    void namesLineAndColumnOfWhatIsWrongInYaml() throws Exception {
        Answer refused = node.send(Call.yaml("POST", JOBS, """
                # a comment
                program:
                  builder: 5
                  paramz: {a: 1}
                """));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error(0))
                .isEqualTo(new JsonObject()
                        .put("pointer", "#/program/builder")
                        .put("line", 3)
                        .put("column", 3)
                        .put("code", "wrong-type")
                        .put("detail", "expected string, found the number 5"));
        assertThat(refused.error(1))
                .isEqualTo(new JsonObject()
                        .put("pointer", "#/program/paramz")
                        .put("line", 4)
                        .put("column", 3)
                        .put("code", "unknown-field")
                        .put("detail", "unknown field 'paramz'; did you mean 'params'?")
                        .put("suggestion", "params"));
    }

    @Test
    void namesLineAndColumnInJsonToo() throws Exception {
        Answer refused = node.send(Call.json("POST", JOBS, "{\n  \"program\": {\n    \"bilder\": \"a.B\"\n  }\n}"));

        assertThat(refused.json().getJsonArray("errors"))
                .extracting(error ->
                        ((JsonObject) error).getString("code") + " at " + ((JsonObject) error).getInteger("line"))
                .containsExactlyInAnyOrder("missing-field at 2", "unknown-field at 3");
    }

    @Test
    void placesWhatTheBuilderFoundInTheRequestAsWell() throws Exception {
        Answer refused = node.send(Call.yaml(
                "POST",
                JOBS,
                "program:\n  builder: io.kintsugi.webconsole.TestJobs$Good\n  params:\n    paralelism: 3\n"));

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.code()).isEqualTo("KIN-2009");
        assertThat(refused.error(0).getInteger("line")).isEqualTo(3);
        assertThat(refused.detail())
                .isEqualTo("parameter 'paralelism' is not known to this job; did you mean 'parallelism'?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | {\"program\": | 1",
                "application/json | {\"a\": nul} | 1",
                "application/json | '{\"a\": 1,\n\"a\": 2}' | 2",
                "application/json | {} {} | 1",
                "application/yaml | 'a: [1' | 1",
                "application/yaml | 'a: 1\na: 2' | 2"
            })
    void saysWhereABodyBreaksOff(String type, String body, int line) throws Exception {
        Answer refused =
                node.send(Call.of("POST", JOBS).with("content-type", type).body(Buffer.buffer(body)));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("KIN-1002");
        assertThat(refused.error(0).getInteger("line")).isEqualTo(line);
        assertThat(refused.detail()).doesNotContain("(start marker");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "\"text\"", "5", "null", "{}", "{\"program\": null}", "{\"params\": {}, \"program\": {}}"})
    void refusesABodyThatIsNoSubmission(String body) throws Exception {
        Answer refused = node.send(Call.json("POST", JOBS, body));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("KIN-1001");
        assertThat(refused.error(0).getString("detail")).isNotEmpty();
    }

    @Test
    void saysWhatABuilderThrew() throws Exception {
        Answer refused = node.send(Call.json("POST", JOBS, Scenarios.THROWING));

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.detail())
                .startsWith("builder 'io.kintsugi.webconsole.TestJobs$Throwing' threw"
                        + " java.lang.IllegalStateException: no model file at ");
    }

    @Test
    void validatesWithoutStarting() throws Exception {
        JsonObject good =
                node.send(Call.json("POST", JOBS + ":validate", Scenarios.GOOD)).json();
        JsonObject bad = node.send(Call.json("POST", JOBS + ":validate", Scenarios.THROWING))
                .json();

        assertThat(good.getBoolean("valid")).isTrue();
        assertThat(good.getJsonObject("plan").getInteger("tasks")).isEqualTo(2);
        assertThat(bad.getBoolean("valid")).isFalse();
        assertThat(bad.getJsonArray("problems").getJsonObject(0).getString("code"))
                .isEqualTo("KIN-2006");
        assertThat(node.get(JOBS).json().getJsonArray("items")).isEmpty();
    }

    @Test
    void validatesAlsoWhetherTheJobFitsTheSavepointThatItNames() throws Exception {
        String body =
                "{\"program\": {\"builder\": \"io.kintsugi.webconsole.TestJobs$Good\"}, \"fromSavepoint\": \"gone\"}";

        JsonObject answer =
                node.send(Call.json("POST", JOBS + ":validate", body)).json();

        assertThat(answer.getBoolean("valid")).isFalse();
        assertThat(answer.getJsonArray("problems").getJsonObject(0).getString("code"))
                .isEqualTo(ProblemCode.SAVEPOINT_MISSING.code());
    }

    @Test
    void makesOneJobOutOfManyPuts() throws Exception {
        long before = node.jobs.runs();
        List<CompletableFuture<Integer>> puts = new ArrayList<>();
        node.send(Call.json("PUT", JOBS + "/numbers", Scenarios.GOOD));
        for (int i = 0; i < 20; i++) {
            puts.add(CompletableFuture.supplyAsync(() -> status(Call.json("PUT", JOBS + "/numbers", Scenarios.GOOD))));
        }

        assertThat(puts).allSatisfy(put -> assertThat(put.get()).isEqualTo(200));
        assertThat(node.jobs.runs() - before).isEqualTo(1);
    }

    @Test
    void doesNothingTwiceForOneIdempotencyKey() throws Exception {
        Call post = Call.json("POST", JOBS, Scenarios.GOOD).with("Idempotency-Key", "post-twice");

        Answer first = node.send(post);
        Answer second = node.send(post);
        Answer other = node.send(Call.json("POST", JOBS, Scenarios.OTHER).with("Idempotency-Key", "post-twice"));

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("KIN-1009");
    }

    @Test
    void refusesAnIdempotencyKeyThatIsTooLong() throws Exception {
        Answer refused = node.send(Call.json("POST", JOBS, Scenarios.GOOD).with("Idempotency-Key", "x".repeat(129)));

        assertThat(refused.error(0).getString("pointer")).isEqualTo("#/params/Idempotency-Key");
    }

    @Test
    void drainsWhenNoModeIsGiven() throws Exception {
        node.send(Call.json("POST", JOBS, Scenarios.GOOD));

        assertThat(node.send(Call.of("POST", JOBS + "/numbers:stop")).json().getString("state"))
                .isEqualTo("STOPPING");
        assertThat(node.send(Call.json("POST", JOBS + "/numbers:stop", "{\"mode\": \"now\"}"))
                        .json()
                        .getString("state"))
                .isEqualTo("STOPPED");
    }

    @Test
    void runsAJobFromAnUploadedJar() throws Exception {
        Answer uploaded = node.send(Call.jar(HttpFixture.file(TestJar.build(temp))));
        String digest = uploaded.json().getString("digest");

        Answer created = node.send(Call.json("POST", JOBS, TestJar.submission(digest)));

        assertThat(created.status()).as(created.body().toString()).isEqualTo(201);
        assertThat(created.json().getJsonObject("program").getString("artifact"))
                .isEqualTo(digest);
    }

    @Test
    void saysThatAJarIsMissing() throws Exception {
        Answer refused = node.send(Call.json(
                "POST",
                JOBS,
                "{\"program\": {\"builder\": \"a.B\", \"artifact\": \"sha256:%s\"}}".formatted("0".repeat(64))));

        assertThat(refused.code()).isEqualTo("KIN-3001");
    }

    @Test
    void refusesUploadsUnlessTheyAreSwitchedOn() throws Exception {
        try (HttpFixture closed = new HttpFixture(temp.resolve("closed"), false)) {
            Answer refused = closed.send(Call.jar(HttpFixture.file(TestJar.build(temp))));

            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.code()).isEqualTo("KIN-3004");
            assertThat(refused.detail()).startsWith("http.artifact-uploads is false on this node");
        }
    }

    @Test
    void saysWhichPathOrMethodIsMeant() throws Exception {
        Answer path = node.get("/api/v1/job");
        Answer method = node.send(Call.of("DELETE", JOBS));
        Answer action = node.get(JOBS + "/numbers:stop");

        assertThat(path.status()).isEqualTo(404);
        assertThat(path.detail()).isEqualTo("there is nothing at '/api/v1/job'; did you mean '/api/v1/jobs'?");
        assertThat(method.status()).isEqualTo(405);
        assertThat(method.headers().get("allow")).isEqualTo("GET, POST, HEAD, OPTIONS");
        assertThat(action.status()).isEqualTo(405);
        assertThat(action.headers().get("allow")).isEqualTo("POST, OPTIONS");
    }

    @Test
    void answersHeadAndOptions() throws Exception {
        Answer head = node.send(Call.of("HEAD", JOBS));
        Answer options = node.send(Call.of("OPTIONS", JOBS + "/numbers"));

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body().length()).isZero();
        assertThat(options.status()).isEqualTo(204);
        assertThat(options.headers().get("allow")).isEqualTo("GET, PUT, DELETE, HEAD, OPTIONS");
    }

    @Test
    void saysWhichContentTypesItTakes() throws Exception {
        Answer refused = node.send(Call.of("POST", JOBS).body(Buffer.buffer(Scenarios.GOOD)));

        assertThat(refused.status()).isEqualTo(415);
        assertThat(refused.detail()).isEqualTo("content type: expected application/json, application/yaml, found none");
        assertThat(refused.headers().get("accept-post")).isEqualTo("application/json, application/yaml");
    }

    @Test
    void refusesParametersThatAreUnknownRepeatedOrBroken() throws Exception {
        assertThat(node.get(JOBS + "?x=1").error(0).getString("code")).isEqualTo("unknown-parameter");
        assertThat(node.get(JOBS + "/numbers?name=a").error(0).getString("code"))
                .isEqualTo("repeated-parameter");
        assertThat(node.get(JOBS + "/Numbers").error(0).getString("pointer")).isEqualTo("#/params/name");
        assertThat(node.get(JOBS + "/%zz").status()).isEqualTo(400);
        assertThat(node.get(JOBS + "?x=%zz").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"Origin, http://evil.example", "Origin, null", "Sec-Fetch-Site, cross-site", "Sec-Fetch-Site, same-site"
    })
    void refusesWhatAPageOfAnotherSiteSends(String header, String value) throws Exception {
        Answer refused = node.send(Call.json("POST", JOBS, Scenarios.GOOD).with(header, value));

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("KIN-1007");
    }

    @Test
    void takesWhatItsOwnPageSends() throws Exception {
        Call own = Call.json("POST", JOBS, Scenarios.GOOD)
                .with("Origin", "http://127.0.0.1:" + node.http.port())
                .with("Sec-Fetch-Site", "same-origin");

        assertThat(node.send(own).status()).isEqualTo(201);
    }

    private static int status(Call call) {
        try {
            return node.send(call).status();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
