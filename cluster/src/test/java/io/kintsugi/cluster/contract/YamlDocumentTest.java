package io.kintsugi.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.cluster.contract.YamlDocument.Place;
import io.kintsugi.cluster.contract.YamlDocument.SyntaxException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class YamlDocumentTest {
    @Test
    void readsWhatJsonHasAndLeavesTheRestAsText() {
        Object value = YamlDocument.parse("{a: 1, b: 1.5, c: true, d: null, e: [x, 12345678901], f: {g: ''}}")
                .value();

        assertThat(value)
                .isEqualTo(new JsonObject()
                        .put("a", 1)
                        .put("b", 1.5)
                        .put("c", true)
                        .putNull("d")
                        .put("e", new JsonArray().add("x").add(12_345_678_901L))
                        .put("f", new JsonObject().put("g", "")));
    }

    @ParameterizedTest
    @CsvSource({"no", "on", "012", "1_000", "1:30", "0x1F", "True"})
    void keepsWordsThatOnlyLookLikeSomethingElse(String word) {
        assertThat(YamlDocument.parse("a: " + word).value()).isEqualTo(new JsonObject().put("a", word));
    }

    @Test
    void knowsWhereEachValueStands() {
        YamlDocument.Parsed document = YamlDocument.parse("name: x\nprogram:\n  params:\n    - a/b: 1\n");

        assertThat(document.place("#/program")).contains(new Place(2, 1));
        assertThat(document.place("#/program/params/0/a~1b")).contains(new Place(4, 7));
        assertThat(document.place("#/program/params/missing/deeper"))
                .as("the nearest value around it")
                .contains(new Place(3, 3));
    }

    @Test
    void readsJsonToo() {
        YamlDocument.Parsed document = YamlDocument.parse("{\n\t\"a\": {\"b\":\"\\u00e4\"}\n}");

        assertThat(document.value()).isEqualTo(new JsonObject().put("a", new JsonObject().put("b", "ä")));
        assertThat(document.place("#/a/b")).contains(new Place(2, 8));
    }

    @Test
    void refusesAKeyThatStandsThereTwiceAndSaysWhere() {
        assertThatThrownBy(() -> YamlDocument.parse("a: 1\nb: 2\na: 3\n"))
                .isInstanceOfSatisfying(
                        SyntaxException.class, e -> assertThat(e.place()).isEqualTo(new Place(3, 1)))
                .hasMessage("key 'a' stands here a second time");
    }

    @ParameterizedTest
    @CsvSource({"a: [1", "'a: *x'", "'a: !!java.net.URL x'", "'? [x]\n: 1'", "'a: 1\n---\nb: 2'", "'a: .inf'"})
    void refusesWhatIsNoPlainDocument(String text) {
        assertThatThrownBy(() -> YamlDocument.parse(text)).isInstanceOf(SyntaxException.class);
    }

    @Test
    void isNotBlownUpByAliases() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 9; i++) {
            bomb.append("a%d: &a%d [%s*a%d]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9), i - 1));
        }

        assertThatThrownBy(() -> YamlDocument.parse(bomb.toString())).isInstanceOf(SyntaxException.class);
    }

    @Test
    void isNotLedInACircle() {
        assertThatThrownBy(() -> YamlDocument.parse("&a [*a]")).isInstanceOf(SyntaxException.class);
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        String deep = "[".repeat(200) + "]".repeat(200);

        assertThatThrownBy(() -> YamlDocument.parse(deep)).isInstanceOf(SyntaxException.class);
    }
}
