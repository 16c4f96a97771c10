package io.kintsugi.worker.state;

import io.kintsugi.core.graph.KeyGroups;

/**
 * What of a step's state one subtask has.
 *
 * @param subtask from 0 to {@code parallelism} - 1
 * @param keyGroups of the job
 */
public record SubtaskShare(int subtask, int parallelism, int keyGroups) {
    /** Whether keys of this group belong to the subtask. */
    boolean owns(int group) {
        return KeyGroups.subtaskOf(group, parallelism, keyGroups) == subtask;
    }
}
