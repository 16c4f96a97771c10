package io.kintsugi.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void acceptsNamesThatAreSafeInUrlsFilesAndMetrics() {
        for (String name : List.of("a", "7", "clicks", "clicks-2", "a.b_c-d", "x".repeat(64))) {
            assertThat(Names.requireJobName(name)).isEqualTo(name);
            assertThat(Names.requireStepName(name)).isEqualTo(name);
        }
        assertThat(Names.requireStepName("ReadClicks")).isEqualTo("ReadClicks");
    }

    @Test
    void refusesEverythingElse() {
        for (String name : List.of("", " ", "a b", "-a", "a-", ".", "..", "a/b", "a[0]", "ä", "a\n", "x".repeat(65))) {
            assertThatIllegalArgumentException().isThrownBy(() -> Names.requireStepName(name));
            assertThatIllegalArgumentException().isThrownBy(() -> Names.requireJobName(name));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Names.requireJobName("Clicks"));
    }

    @Test
    void saysWhatANameLooksLike() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Names.requireName("state", "a b"))
                .withMessage("state name 'a b': expected 1 to 64 of letters, digits, '.', '_' and '-', beginning and"
                        + " ending with a letter or digit");
    }
}
