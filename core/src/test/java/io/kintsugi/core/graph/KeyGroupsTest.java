package io.kintsugi.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyGroupsTest {
    @Test
    void rangesCoverEveryGroupOnceForEveryParallelism() {
        int groups = KeyGroups.DEFAULT;
        for (int parallelism = 1; parallelism <= groups; parallelism++) {
            int next = 0;
            for (int subtask = 0; subtask < parallelism; subtask++) {
                int first = KeyGroups.firstGroupOf(subtask, parallelism, groups);
                int end = KeyGroups.firstGroupOf(subtask + 1, parallelism, groups);
                assertThat(first)
                        .as("first group of %d/%d", subtask, parallelism)
                        .isEqualTo(next);
                assertThat(end).as("end of %d/%d", subtask, parallelism).isGreaterThan(first);
                for (int group = first; group < end; group++) {
                    assertThat(KeyGroups.subtaskOf(group, parallelism, groups)).isEqualTo(subtask);
                }
                next = end;
            }
            assertThat(next).isEqualTo(groups);
        }
    }

    @Test
    void rangesDifferByOneGroupAtMost() {
        for (int parallelism = 1; parallelism <= 100; parallelism++) {
            int smallest = Integer.MAX_VALUE;
            int largest = 0;
            for (int subtask = 0; subtask < parallelism; subtask++) {
                int size = KeyGroups.firstGroupOf(subtask + 1, parallelism, 100)
                        - KeyGroups.firstGroupOf(subtask, parallelism, 100);
                smallest = Math.min(smallest, size);
                largest = Math.max(largest, size);
            }
            assertThat(largest - smallest).as("parallelism %d", parallelism).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void theLargestNumberOfGroupsDoesNotOverflow() {
        int groups = KeyGroups.MAX;

        assertThat(KeyGroups.subtaskOf(groups - 1, groups, groups)).isEqualTo(groups - 1);
        assertThat(KeyGroups.firstGroupOf(groups, groups, groups)).isEqualTo(groups);
        assertThat(KeyGroups.firstGroupOf(groups - 1, groups, groups)).isEqualTo(groups - 1);
    }

    @Test
    void groupsAreInRangeForEveryHash() {
        int[] hashes = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x80000001};

        for (int hash : hashes) {
            assertThat(KeyGroups.groupOf(hash, 128)).isBetween(0, 127);
            assertThat(KeyGroups.groupOf(hash, 1)).isZero();
            assertThat(KeyGroups.groupOf(hash, 7)).isBetween(0, 6);
        }
    }

    @Test
    void sequentialLongsAreSpreadEvenly() {
        int[] keys = new int[KeyGroups.DEFAULT];
        for (long key = 0; key < 128_000; key++) {
            keys[KeyGroups.groupOf(key, keys.length)]++;
        }

        // A fair coin over 128 groups has a standard deviation of 31 around 1,000: five of them are 160.
        assertThat(IntStream.of(keys).boxed()).allMatch(count -> count >= 840 && count <= 1160);
    }

    @Test
    void multiplesOfTheNumberOfGroupsAreSpreadToo() {
        int[] keys = new int[KeyGroups.DEFAULT];
        for (long key = 0; key < 128_000; key++) {
            keys[KeyGroups.groupOf(key * 1024, keys.length)]++;
        }

        assertThat(IntStream.of(keys).boxed()).allMatch(count -> count >= 840 && count <= 1160);
    }

    /** State lies in these groups, so they may never change. The figures were computed apart from this code. */
    @Test
    void groupsAreTheSameInEveryJvmAndVersion() {
        assertThat(KeyGroups.groupOf("clicks", 128)).isEqualTo(23);
        assertThat(KeyGroups.groupOf(1L, 128)).isEqualTo(55);
        assertThat(KeyGroups.groupOf(new UUID(1, 2), 128)).isEqualTo(39);
        assertThat(KeyGroups.groupOf(List.of("a", 1L), 128)).isEqualTo(12);
    }

    @Test
    void anEnumGoesByItsNameSinceItsHashDiffersBetweenJvms() {
        assertThat(KeyGroups.groupOf(DayOfWeek.MONDAY, 128)).isEqualTo(KeyGroups.groupOf("MONDAY", 128));
    }
}
