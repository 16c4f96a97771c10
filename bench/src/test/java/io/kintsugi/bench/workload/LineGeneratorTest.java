package io.kintsugi.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LineGeneratorTest {
    /** Figures of different days can be compared only while the lines stay the same: do not adjust these. */
    @Test
    void makesTheSameLinesForEver() {
        assertThat(LineGenerator.LINES.record(0))
                .isEqualTo("vcdsnzj lege jkuhirex pzoyvqol vnbbr aglirgku mhzpuawx eqppnovx hwvjxplvs xkkhdauvp");
        assertThat(LineGenerator.LINES.record(999_999_999))
                .isEqualTo("yqv vtl mik lkysxqqgm irwtm os pvjkp sezlq vothyj cv");
    }

    @Test
    void hasAFewWordsThatComeOftenAndManyThatComeSeldom() {
        Map<String, Integer> counts = new HashMap<>();
        int lines = 20_000;

        for (long i = 0; i < lines; i++) {
            WordCount.each(LineGenerator.LINES.record(i), word -> counts.merge(word.word, 1, Integer::sum));
        }

        int words = lines * LineGenerator.WORDS_IN_LINE;
        assertThat(counts.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(words);
        assertThat(Collections.max(counts.values())).isBetween(words / 20, words / 5);
        assertThat(counts.values().stream().filter(count -> count < 10).count()).isGreaterThan(10_000);
    }
}
