package io.kintsugi.worker.state;

import io.kintsugi.core.graph.KeyGroups;

/**
 * The key groups whose state one subtask owns.
 *
 * @param first the lowest, from 0
 * @param end behind the highest
 * @param groups into which the job divides its keys
 */
public record GroupRange(int first, int end, int groups) {
    public static GroupRange of(int subtask, int parallelism, int groups) {
        return new GroupRange(
                KeyGroups.firstGroupOf(subtask, parallelism, groups),
                KeyGroups.firstGroupOf(subtask + 1, parallelism, groups),
                groups);
    }

    int count() {
        return end - first;
    }

    /** Position of the group of {@code key} among those of this range, from 0. Throws for a key of another subtask. */
    int indexOf(Object key) {
        int group = KeyGroups.groupOf(key, groups);
        if (group < first || group >= end) {
            throw new IllegalStateException(
                    ("key '%s' is in key group %d, but this subtask owns groups %d to %d: the function of keyBy(...) must"
                                    + " give the same key for a record wherever it is called")
                            .formatted(key, group, first, end - 1));
        }
        return group - first;
    }

    /** Position of {@code group}, from 0. */
    int requireIndex(int group) {
        if (group < first || group >= end) {
            throw new IllegalArgumentException(
                    "key group %d is not one of %d to %d, which this subtask owns".formatted(group, first, end - 1));
        }
        return group - first;
    }
}
