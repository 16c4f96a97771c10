package io.kintsugi.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class JobTableTest {
    private final JobTable<String> table = new JobTable<>(2);

    @Test
    void forgetsTheJobThatEndedFirstAndNeverALiveOne() {
        for (String name : new String[] {"d", "c", "b", "a"}) {
            table.begin(name, name + "#1");
        }
        table.end("c");
        table.end("a");
        table.end("b");

        assertThat(table.all()).containsExactly("a#1", "b#1", "d#1");
        assertThat(table.live()).containsExactly("d#1");
        assertThat(table.get("c")).isEmpty();
    }

    @Test
    void aNameCanBeUsedAgainOnceItsJobHasEnded() {
        table.begin("a", "a#1");
        assertThatThrownBy(() -> table.begin("a", "a#2")).hasMessageContaining("lives");

        table.end("a");
        table.begin("a", "a#2");

        assertThat(table.get("a")).contains("a#2");
        assertThat(table.lives("a")).isTrue();
    }
}
