package io.kintsugi.webconsole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page and its files, as a browser asks for them. */
final class StaticAssetsTest {
    private static final Pattern PLACE = Pattern.compile("(?:src|href)=\"(assets/[^\"]+)\"");
    private static final Pattern IMPORT = Pattern.compile("(?:from|import)\\s*[\"']([@./a-zA-Z0-9_-]+)[\"']");

    @TempDir
    static Path temp;

    private static HttpFixture node;

    @BeforeAll
    static void start() throws Exception {
        node = new HttpFixture(temp, false);
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    @Test
    void servesAPageThatAllowsNothingFromElsewhereAndIsAskedForEachTime() throws Exception {
        Answer page = node.get("/");
        Answer again = node.send(
                Call.of("GET", "/").with("If-None-Match", page.headers().get("etag")));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.type()).isEqualTo("text/html");
        assertThat(page.headers().get("content-security-policy"))
                .startsWith("default-src 'self';")
                .doesNotContain("unsafe", "http", "data:", "blob:");
        assertThat(page.headers().get("cache-control")).isEqualTo("no-cache");
        assertThat(page.body().toString()).doesNotContain("{{", "style=", "onclick", "<style");
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body().length()).isZero();
    }

    @Test
    void servesEveryFileThatThePageNamesToBeKeptForGood() throws Exception {
        Matcher places = PLACE.matcher(node.get("/").body().toString());

        List<String> found = places.results().map(place -> place.group(1)).toList();
        assertThat(found).isNotEmpty();
        for (String place : found) {
            Answer file = node.get("/" + place);
            assertThat(file.status()).as(place).isEqualTo(200);
            assertThat(file.headers().get("cache-control")).contains("immutable");
        }
    }

    @Test
    void hasEveryModuleThatAModuleImports() {
        Map<String, Buffer> files = ConsoleFiles.read().assets();

        files.forEach((path, bytes) -> {
            if (path.endsWith(".js")) {
                IMPORT.matcher(bytes.toString())
                        .results()
                        .map(found -> found.group(1))
                        .filter(name -> name.endsWith(".js") || !name.startsWith("."))
                        .forEach(name -> assertThat(files)
                                .as(path + " imports " + name)
                                .containsKey(Path.of("/" + path)
                                        .getParent()
                                        .resolve(name)
                                        .normalize()
                                        .toString()
                                        .substring(1)));
            }
        });
    }

    @Test
    void saysThatAFileIsOfAnotherVersion() throws Exception {
        Answer old = node.get("/assets/000000000000/js/main.js");

        assertThat(old.status()).isEqualTo(404);
        assertThat(old.detail()).contains("another version of this server").endsWith("load the page again");
    }

    @Test
    void keepsToItsFiles() throws Exception {
        String folder = "/" + StaticAssets.of(ConsoleFiles.read().assets()).folder();

        assertThat(node.get(folder + "js/mian.js").detail()).endsWith("did you mean 'js/main.js'?");
        assertThat(node.get(folder + "../index.html").status()).isEqualTo(404);
        assertThat(node.get(folder + "%2e%2e/HttpApi.class").status()).isEqualTo(404);
        assertThat(node.send(Call.of("DELETE", folder + "js/main.js")).status()).isEqualTo(405);
    }

    @Test
    void changesThePathWithAnyFile() {
        StaticAssets before = StaticAssets.of(Map.of("a.js", Buffer.buffer("1"), "b.js", Buffer.buffer("2")));
        StaticAssets after = StaticAssets.of(Map.of("a.js", Buffer.buffer("1"), "b.js", Buffer.buffer("3")));

        assertThat(after.folder()).isNotEqualTo(before.folder());
    }

    @Test
    void refusesToStartWithAFileWhoseKindBrowsersWouldGuess() {
        assertThatThrownBy(() -> StaticAssets.of(Map.of("font.xyz", Buffer.buffer())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("font.xyz");
    }
}
