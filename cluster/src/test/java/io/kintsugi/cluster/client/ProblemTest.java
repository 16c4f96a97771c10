package io.kintsugi.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class ProblemTest {
    private static final Path CATALOGUE = Path.of("..", "docs", "problems.md");
    private static final Pattern SECTION = Pattern.compile("(?m)^### (KIN-\\d{4}) ([a-z-]+) \\((\\d{3})\\)$");

    @Test
    void looksAsRfc9457Says() {
        Problem problem = Problem.of(
                        ProblemCode.INVALID_REQUEST,
                        List.of(
                                ProblemError.at("#/nam", "unknown-field", "unknown field 'nam'")
                                        .suggest("name")
                                        .in(9, 3),
                                ProblemError.at("#", "missing-field", "field 'program' is needed")))
                .withRequestId("r1");

        assertThat(problem.toJson()).isEqualTo(new JsonObject("""
                        {"type": "/problems/invalid-request",
                         "title": "The request does not match the contract", "status": 400, "code": "KIN-1001",
                         "detail": "unknown field 'nam' (and 1 more)", "instance": "urn:kintsugi:request:r1",
                         "requestId": "r1", "errors": [
                          {"pointer": "#/nam", "line": 9, "column": 3, "code": "unknown-field",
                           "detail": "unknown field 'nam'", "suggestion": "name"},
                          {"pointer": "#", "code": "missing-field", "detail": "field 'program' is needed"}]}"""));
        assertThat(Problem.parse(problem.toJson().encode())).contains(problem);
    }

    @Test
    void isNotReadFromSomethingElse() {
        assertThat(Problem.parse("no json")).isEmpty();
        assertThat(Problem.parse("{}")).isEmpty();
        assertThat(Problem.parse("{\"code\": 5}")).isEmpty();
    }

    @Test
    void hasACodeOfItsOwn() {
        assertThat(Arrays.stream(ProblemCode.values()).map(ProblemCode::code)).doesNotHaveDuplicates();
    }

    @Test
    void isExplainedInTheCatalogue() throws IOException {
        Matcher sections = SECTION.matcher(Files.readString(CATALOGUE));
        List<String> explained = new ArrayList<>();
        while (sections.find()) {
            explained.add(sections.group(1) + " " + sections.group(2) + " " + sections.group(3));
        }

        assertThat(explained)
                .containsExactlyElementsOf(Arrays.stream(ProblemCode.values())
                        .map(code -> code.code() + " " + code.slug() + " " + code.status())
                        .toList());
    }
}
