package io.kintsugi.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void countsInTheRightNumber() {
        assertThat(Words.count(1, "task")).isEqualTo("1 task");
        assertThat(Words.count(0, "record")).isEqualTo("0 records");
        assertThat(Words.count(2, "recovery")).isEqualTo("2 recoveries");
        assertThat(Words.verb(1, "restarts", "restart") + Words.verb(2, "restarts", "restart"))
                .isEqualTo("restartsrestart");
    }
}
