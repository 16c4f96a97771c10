package io.kintsugi.webconsole.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MergePatchTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a': 1} | {'a': 1} | {}",
                "{'a': 1} | {'a': 2} | {'a': 2}",
                "{} | {'a': {'b': 1}} | {'a': {'b': 1}}",
                "{'a': 1, 'b': 2} | {'b': 2} | {'a': null}",
                "{'a': {'b': 1, 'c': 2}} | {'a': {'b': 1, 'c': 3}} | {'a': {'c': 3}}",
                "{'a': {'b': 1}} | {'a': {}} | {'a': {'b': null}}",
                "{'a': {'b': 1}} | {'a': 7} | {'a': 7}",
                "{'a': [1, 2]} | {'a': [1, 3]} | {'a': [1, 3]}"
            })
    void saysOnlyWhatDiffers(String before, String after, String patch) {
        assertThat(MergePatch.between(json(before), json(after))).isEqualTo(json(patch));
    }

    private static JsonObject json(String text) {
        return new JsonObject(text.replace('\'', '"'));
    }
}
