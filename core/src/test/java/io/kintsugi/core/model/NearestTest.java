package io.kintsugi.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> KEYS = List.of("http-port", "cluster-port", "seeds", "rate");

    @Test
    void findsANameThatIsMistyped() {
        assertThat(Nearest.to("htpp-port", KEYS)).contains("http-port");
        assertThat(Nearest.to("cluster-ports", KEYS)).contains("cluster-port");
        assertThat(Nearest.to("rtae", KEYS)).contains("rate");
        assertThat(Nearest.to("seed", KEYS)).contains("seeds");
    }

    @Test
    void overlooksTheCaseOfLetters() {
        assertThat(Nearest.to("SEEDS", KEYS)).contains("seeds");
    }

    @Test
    void doesNotGuessWhereNothingIsNear() {
        assertThat(Nearest.to("colour", KEYS)).isEmpty();
        assertThat(Nearest.to("x", List.of("ab", "y2"))).isEmpty();
        assertThat(Nearest.to("", KEYS)).isEmpty();
        assertThat(Nearest.to("rate", List.of())).isEmpty();
    }

    @Test
    void takesTheFirstOfTwoThatAreEquallyNear() {
        assertThat(Nearest.to("bar", List.of("car", "far"))).contains("car");
        assertThat(Nearest.to("bar", List.of("far", "car"))).contains("far");
    }

    @Test
    void prefersTheNearer() {
        assertThat(Nearest.to("port", List.of("parts", "ports"))).contains("ports");
    }

    @Test
    void isNotDelayedByALongText() {
        assertThat(Nearest.to("x".repeat(10_000_000), KEYS)).isEmpty();
    }

    @Test
    void endsAMessageWithAGuessOrWithTheChoice() {
        assertThat(Nearest.hint("rtae", KEYS)).isEqualTo("; did you mean 'rate'?");
        assertThat(Nearest.hint("colour", KEYS)).isEqualTo("; it can be one of http-port, cluster-port, seeds, rate");
        assertThat(Nearest.hint("colour", List.of())).isEmpty();
        assertThat(Nearest.hint("colour", Collections.nCopies(21, "x"))).endsWith("x, x and 1 more");
    }
}
