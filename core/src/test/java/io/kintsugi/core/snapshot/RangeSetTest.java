package io.kintsugi.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RangeSetTest {
    @Test
    void joinsRangesThatTouch() {
        RangeSet set = new RangeSet();
        set.add(5, 7);
        set.add(1, 2);
        set.add(3, 4);

        assertThat(ranges(set)).containsExactly("1-7");
        assertThat(set.cut(3, 5).size()).isEqualTo(3);
        assertThat(ranges(set)).containsExactly("1-2", "6-7");
    }

    @Test
    void isTheSameAsASetOfNumbers() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            RangeSet set = new RangeSet();
            BitSet expected = new BitSet();
            for (int act = 0; act < 60; act++) {
                int from = random.nextInt(80);
                int to = from + random.nextInt(15) - 1;
                if (random.nextInt(3) > 0) {
                    set.add(from, to);
                    expected.set(from, to + 1);
                } else {
                    BitSet cut = (BitSet) expected.clone();
                    cut.clear(0, from);
                    cut.clear(Math.max(from, to + 1), 200);
                    assertThat(set.cut(from, to).size()).as("seed %d", seed).isEqualTo(cut.cardinality());
                    expected.clear(from, Math.max(from, to + 1));
                }
                assertThat(set.size()).as("seed %d", seed).isEqualTo(expected.cardinality());
            }
        }
    }

    private static List<String> ranges(RangeSet set) {
        List<String> ranges = new ArrayList<>();
        set.forEach((from, to) -> ranges.add(from + "-" + to));
        return ranges;
    }
}
