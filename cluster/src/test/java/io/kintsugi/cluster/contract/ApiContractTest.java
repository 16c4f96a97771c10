package io.kintsugi.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kintsugi.cluster.client.ProblemError;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class ApiContractTest {
    private static final ApiContract CONTRACT = ApiContract.load();

    private static List<ProblemError> submitted(Object body) {
        return CONTRACT.operation("submitJob").orElseThrow().checkBody(body);
    }

    @Test
    void letsAGoodSubmissionPass() {
        JsonObject body = new JsonObject("""
                {"name": "clicks", "program": {"builder": "a.B", "params": {"a": "x", "b": 1.5, "c": true},
                 "artifact": "sha256:%s"}}""".formatted("0".repeat(64)));

        assertThat(submitted(body)).isEmpty();
    }

    @Test
    void namesAMissingFieldAtTheObjectThatLacksIt() {
        assertThat(submitted(new JsonObject("{\"program\": {\"params\": {}}}")))
                .containsExactly(ProblemError.at(
                        "#/program/builder", "missing-field", "field 'builder' is needed and was not given"));
        assertThat(submitted(new JsonObject()))
                .containsExactly(
                        ProblemError.at("#/program", "missing-field", "field 'program' is needed and was not given"));
    }

    @Test
    void saysWhichFieldWasPerhapsMeant() {
        assertThat(submitted(new JsonObject("{\"program\": {\"builder\": \"a.B\", \"artefact\": 1}, \"nam\": 1}")))
                .extracting(ProblemError::pointer, ProblemError::code, ProblemError::suggestion)
                .containsExactlyInAnyOrder(
                        tuple("#/program/artefact", "unknown-field", "artifact"),
                        tuple("#/nam", "unknown-field", "name"));
    }

    @Test
    void tellsEachWrongValueOnceAndWhatWasExpected() {
        JsonObject body = new JsonObject(
                "{\"name\": \"Big\", \"program\": {\"builder\": 5, \"params\": {\"a\": {}}, \"artifact\": \"sha1:0\"}}");

        assertThat(submitted(body))
                .extracting(ProblemError::pointer, ProblemError::detail)
                .containsExactlyInAnyOrder(
                        tuple("#/program/builder", "expected string, found the number 5"),
                        tuple("#/program/params/a", "expected string or number or boolean, found an object"),
                        tuple(
                                "#/program/artifact",
                                "found 'sha1:0'; expected: 'sha256:' and 64 lower-case hex digits."),
                        tuple(
                                "#/name",
                                "found 'Big'; expected: Lower-case letters, digits, '.', '_' and '-', beginning and"
                                        + " ending with a letter or digit."));
    }

    @Test
    void suggestsTheNearestValueOfAnEnum() {
        List<ProblemError> errors =
                CONTRACT.operation("stopJob").orElseThrow().checkBody(new JsonObject("{\"mode\": \"drian\"}"));

        assertThat(errors)
                .containsExactly(ProblemError.at(
                                "#/mode", "wrong-value", "expected savepoint or drain or now or force, found 'drian'")
                        .suggest("drain"));
    }

    @Test
    void refusesABodyThatIsNoObject() {
        assertThat(submitted(new JsonArray())).extracting(ProblemError::code).containsExactly("wrong-type");
        assertThat(submitted("x")).extracting(ProblemError::code).containsExactly("wrong-type");
        assertThat(submitted(null)).extracting(ProblemError::code).containsExactly("missing-body");
    }

    @Test
    void checksParametersOfPathAndQuery() {
        ApiOperation get = CONTRACT.operation("getJob").orElseThrow();

        assertThat(get.checkParameters(new JsonObject().put("name", "clicks"))).isEmpty();
        assertThat(get.checkParameters(new JsonObject().put("name", "Clicks!").put("nmae", "x")))
                .extracting(ProblemError::pointer, ProblemError::code)
                .containsExactlyInAnyOrder(
                        tuple("#/params/name", "wrong-form"), tuple("#/params/nmae", "unknown-parameter"));
        assertThat(get.checkParameters(new JsonObject()))
                .extracting(ProblemError::code)
                .containsExactly("missing-parameter");
    }

    @Test
    void describesAnAnswerForEachStatusOfEachOperation() {
        assertThat(CONTRACT.operations()).isNotEmpty().allSatisfy(operation -> {
            assertThat(operation.responses()).isNotEmpty();
            operation
                    .responses()
                    .forEach((status, response) -> assertThat(response.mediaType())
                            .as(operation.id() + " " + status)
                            .isNotEmpty());
        });
    }

    @Test
    void takesAnIdempotencyKeyWithEveryPostOnBothTransportsThatChangesSomething() {
        List<String> without = ApiContract.load().operations().stream()
                .filter(operation -> operation.method().equals("POST") && !operation.httpOnly())
                .filter(operation -> !operation.knowsHeader("Idempotency-Key"))
                .map(ApiOperation::id)
                .toList();

        assertThat(without).containsExactly("validateJob");
    }

    @Test
    void isShownWholeInTheDocs() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "api.md"));
        List<String> rows = page.lines().filter(line -> line.startsWith("| `")).toList();

        assertThat(rows)
                .containsExactlyElementsOf(CONTRACT.operations().stream()
                        .map(operation -> "| `%s` | `%s %s` | %s | %s |"
                                .formatted(
                                        operation.id(),
                                        operation.method(),
                                        operation.path(),
                                        operation.httpOnly() ? "no" : "yes",
                                        summary(operation)))
                        .toList());
    }

    private static String summary(ApiOperation operation) {
        return CONTRACT.document()
                .getJsonObject("paths")
                .getJsonObject(operation.path())
                .getJsonObject(operation.method().toLowerCase(Locale.ROOT))
                .getString("summary");
    }
}
