package io.kintsugi.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TurnsTest {
    @Test
    void alternates() {
        assertThat(play(new Turns(List.of("a", "b", "c"), 2, 4), Set.of()))
                .containsExactly("a", "b", "c", "a", "b", "c");
    }

    @Test
    void repeatsNoisyRoundsOfTheOneWhoHadThemUpToTheLimit() {
        assertThat(play(new Turns(List.of("a", "b"), 2, 4), Set.of("b"))).containsExactly("a", "b", "a", "b", "b", "b");
    }

    private static List<String> play(Turns turns, Set<String> noisy) {
        List<String> played = new ArrayList<>();
        for (Optional<String> next = turns.next(); next.isPresent(); next = turns.next()) {
            played.add(next.get());
            turns.ran(next.get(), !noisy.contains(next.get()));
        }
        return played;
    }
}
