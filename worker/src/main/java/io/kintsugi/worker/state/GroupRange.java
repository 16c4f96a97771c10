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

    boolean contains(int group) {
        return group >= first && group < end;
    }

    int groupOf(Object key) {
        return KeyGroups.groupOf(key, groups);
    }

    /** Throws for a key of another subtask. Asked for new keys only, since others have passed before. */
    void requireOwned(Object key) {
        int group = groupOf(key);
        if (!contains(group)) {
            throw new IllegalStateException(
                    ("key '%s' is in key group %d, but this subtask owns groups %d to %d: the function of keyBy(...) must"
                                    + " give the same key for a record wherever it is called")
                            .formatted(key, group, first, end - 1));
        }
    }
}
