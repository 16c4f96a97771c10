package io.kintsugi.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that are wrong, and what a person reads about them: which field, what was expected, what was found. */
final class BadRequestsTest {
    private static final String JOBS = "/api/v1/jobs";
    private static final String JOB = "/api/v1/jobs/numbers";

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

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/jobs               | {}                                              | #/program            | missing-field",
                "/api/v1/jobs               | {'program': {}}                                 | #/program/builder    | missing-field",
                "/api/v1/jobs               | {'program': {'builder': 5}}                     | #/program/builder    | wrong-type",
                "/api/v1/jobs               | {'program': {'builder': ''}}                    | #/program/builder    | wrong-length",
                "/api/v1/jobs               | {'program': {'builder': 'a.B'}, 'nam': 'x'}     | #/nam                | unknown-field",
                "/api/v1/jobs/numbers:stop  | {'mode': 'soon'}                                | #/mode               | wrong-value",
                "/api/v1/jobs/numbers:restart | {'from': 'yesterday'}                         | #/from               | wrong-value",
                "/api/v1/jobs/numbers:restart | {'from': 'savepoint'}                         | #/savepoint          | missing-field",
                "/api/v1/jobs/numbers:restart | {'savepoint': 'before'}                       | #/savepoint          | unexpected-field",
                "/api/v1/jobs/numbers:restart | {'form': 'none'}                              | #/form               | unknown-field",
                "/api/v1/jobs/numbers:fail-task | {}                                          | #/task               | missing-field",
                "/api/v1/jobs/numbers/savepoints | {'name': 7}                                | #/name               | wrong-type",
                "/api/v1/nodes/w1:quarantine | {'until': '2001-01-01T00:00:00Z', 'reason': 'x'} | #/until             | wrong-value",
                "/api/v1/nodes/w1:quarantine | {'until': '9999-01-01T00:00:00Z', 'reason': 'x'} | #/until             | wrong-value",
                "/api/v1/nodes/w1:quarantine | {'until': '2026-02-31T00:00:00Z', 'reason': 'x'} | #/until             | wrong-value"
            })
    void namesTheFieldThatIsWrong(String path, String body, String pointer, String code) throws Exception {
        node.send(Call.json("POST", JOBS, Scenarios.GOOD));

        Answer refused = node.send(Call.json("POST", path, body.replace('\'', '"')));

        assertThat(refused.status()).as(refused.body().toString()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("KIN-1001");
        assertThat(refused.json().getJsonArray("errors").encode())
                .contains("\"pointer\":\"" + pointer + "\"", "\"code\":\"" + code + "\"");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "/metrics?windowMs=soon, windowMs, wrong-type",
        "/metrics?stepMs=5, stepMs, out-of-range",
        "/events?limit=0, limit, out-of-range",
        "/events?limit=1001, limit, out-of-range",
        "/events?cursor=x, cursor, wrong-form",
        "/events?aftr=1, aftr, unknown-parameter",
        "/graph?ifMatch=3, ifMatch, unknown-parameter"
    })
    void namesTheParameterThatIsWrong(String query, String parameter, String code) throws Exception {
        Answer refused = node.get(JOB + query);

        assertThat(refused.status()).as(refused.body().toString()).isEqualTo(400);
        assertThat(refused.error(0).getString("pointer")).isEqualTo("#/params/" + parameter);
        assertThat(refused.error(0).getString("code")).isEqualTo(code);
    }

    @Test
    void refusesAPictureAsAJarAndABuilderThatThrows() throws Exception {
        Buffer png = Buffer.buffer(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13});

        Answer picture = node.send(Call.jar(png));
        Answer thrown = node.send(Call.json("POST", JOBS, Scenarios.THROWING));

        assertThat(picture.status()).isEqualTo(422);
        assertThat(picture.code()).isEqualTo("KIN-3003");
        assertThat(thrown.status()).isEqualTo(422);
        assertThat(thrown.code()).isEqualTo("KIN-2006");
    }

    @Test
    void saysWhatAPathHasAndWhatAnOperationTakesAndGives() throws Exception {
        Answer method = node.send(Call.of("PATCH", JOB));
        Answer type = node.send(Call.json("POST", JOB + ":restart", "{}").with("content-type", "image/png"));
        Answer accept = node.send(Call.of("GET", JOB).with("Accept", "text/html"));

        assertThat(method.status()).isEqualTo(405);
        assertThat(method.headers().get("allow")).isEqualTo("GET, PUT, DELETE, HEAD, OPTIONS");
        assertThat(type.status()).isEqualTo(415);
        assertThat(type.headers().get("accept-post")).isEqualTo("application/json, application/yaml");
        assertThat(accept.status()).isEqualTo(406);
        assertThat(accept.detail())
                .isEqualTo("header Accept: 'text/html' leaves out application/json, which the answer would be");
    }

    @Test
    void tagsAJobWithItsRunAndRefusesWhatIsMeantForAnother() throws Exception {
        Answer created = node.send(Call.json("POST", JOBS, Scenarios.GOOD));
        String tag = created.headers().get("etag");

        assertThat(tag).isEqualTo('"' + created.json().getString("run") + '"');
        assertThat(node.get(JOB).headers().get("etag")).isEqualTo(tag);
        Call stop = Call.json("POST", JOB + ":stop", "{\"mode\": \"now\"}");
        assertThat(node.send(stop.with("If-Match", "\"999999\"")).code()).isEqualTo("KIN-1010");
        assertThat(node.send(stop.with("If-Match", tag)).status()).isEqualTo(202);
        assertThat(node.send(stop.with("If-Match", "latest")).status()).isEqualTo(400);
    }

    @Test
    void pagesThroughAListUntilItsEnd() throws Exception {
        for (String name : new String[] {"a", "b", "c"}) {
            node.send(Call.json(
                    "POST",
                    JOBS,
                    "{\"program\": {\"builder\": \"io.kintsugi.webconsole.TestJobs$Good\", \"params\": {\"name\": \"%s\"}}}"
                            .formatted(name)));
        }

        Answer first = node.get(JOBS + "?limit=2");
        Answer rest = node.get(JOBS + "?limit=2&cursor=" + first.json().getString("nextCursor"));

        assertThat(first.json().getJsonArray("items")).hasSize(2);
        assertThat(rest.json().getJsonArray("items")).hasSize(1);
        assertThat(rest.json().containsKey("nextCursor")).isFalse();
        assertThat(node.get(JOBS + "?cursor=gone").error(0).getString("code")).isEqualTo("unknown-cursor");
    }
}
