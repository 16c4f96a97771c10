package io.kintsugi.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.model.JobId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProtocolValuesTest {
    @Test
    void aJobSpecKeepsItsOwnParametersByName() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("topic", "clicks");
        parameters.put("rate", "10");
        JobSpec spec = new JobSpec(new JobId("clicks", 1), "shop.Clicks", parameters, null, "");
        parameters.clear();

        assertThat(spec.parameters().keySet()).containsExactly("rate", "topic");
        assertThatThrownBy(() -> spec.parameters().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aFailureTellsItsMessageAndTheWholeChainOfCauses() {
        Failure failure =
                Failure.of(new IllegalStateException("no disk", new IllegalArgumentException("no space left")));

        assertThat(failure.type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(failure.message()).isEqualTo("no disk");
        assertThat(failure.trace())
                .startsWith(
                        "java.lang.IllegalStateException: no disk\n    at io.kintsugi.core.protocol.ProtocolValuesTest")
                .contains("caused by: java.lang.IllegalArgumentException: no space left");
        assertThat(failure).hasToString("IllegalStateException: no disk");
    }

    @Test
    void aFailureWithoutAMessageTellsItsClass() {
        assertThat(Failure.of(new StackOverflowError()).message()).isEqualTo("java.lang.StackOverflowError");
        assertThat(Failure.of(new IllegalStateException(" ")).message()).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void aTraceIsBounded() {
        IllegalStateException first = new IllegalStateException("first");
        first.initCause(new IllegalArgumentException("second", first));

        Failure failure = Failure.of(first);

        assertThat(failure.trace())
                .hasSizeBetween(7_000, 8_000)
                .contains("caused by", " more\n")
                .endsWith("...");
    }

    @Test
    void aMessageIsBounded() {
        Failure failure = Failure.of(new IllegalStateException("x".repeat(1_000_000)));

        assertThat(failure.message()).hasSize(2_000).endsWith("x...");
        assertThat(failure.trace()).hasSizeLessThan(8_000).contains("    at io.kintsugi");
    }
}
