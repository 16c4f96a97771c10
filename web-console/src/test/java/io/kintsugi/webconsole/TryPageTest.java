package io.kintsugi.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.client.ProblemCode;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages for people: the one to try the API, and those that explain problems. */
final class TryPageTest {
    private static final Pattern LINK = Pattern.compile("(?:src|href)=\"([^\"]+)\"");
    private static final Pattern ELSEWHERE = Pattern.compile("https?://");

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

    @Test
    void servesAllThatThePageLoadsAndNothingOfAnotherSite() throws Exception {
        String page = node.get("/api/").body().toString();

        Matcher links = LINK.matcher(page);
        int found = 0;
        while (links.find()) {
            if (!links.group(1).startsWith("data:")) {
                Answer file = node.get("/api/" + links.group(1));
                assertThat(file.status()).as(links.group(1)).isEqualTo(200);
                assertThat(file.body().length()).isPositive();
                found++;
            }
        }
        assertThat(found).isEqualTo(4);
        assertThat(page).doesNotContainPattern(ELSEWHERE);
        assertThat(node.get("/api/try.js").body().toString())
                .doesNotContainPattern(ELSEWHERE)
                .contains("v1/openapi.yaml");
    }

    @Test
    void allowsNeitherScriptsNorStylesInThePage() throws Exception {
        Answer page = node.get("/api/");

        assertThat(page.type()).isEqualTo("text/html");
        assertThat(page.headers().get("content-security-policy"))
                .startsWith("default-src 'self';")
                .doesNotContain("script-src", "style-src", "unsafe");
        assertThat(page.body().toString()).doesNotContainPattern("<script>|<style|\\son[a-z]+=|\\sstyle=");
    }

    @Test
    void leavesTheRestOfThePathsToTheContract() throws Exception {
        assertThat(node.get("/api/v1/nodes").status()).isEqualTo(200);
        assertThat(node.get("/api/swagger-ui.map").status()).isEqualTo(404);
        assertThat(node.send(Call.of("DELETE", "/api/")).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource(ProblemCode.class)
    void explainsEveryProblemWhereItsTypeLeads(ProblemCode code) throws Exception {
        Answer page = node.get(code.type());

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body().toString())
                .contains(code.code(), "(" + code.status() + ")", "<p><strong>")
                .doesNotContain("`");
        assertThat(node.get("/problems/" + code.code()).body()).isEqualTo(page.body());
    }
}
