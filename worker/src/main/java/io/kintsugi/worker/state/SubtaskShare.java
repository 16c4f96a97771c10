package io.kintsugi.worker.state;

/**
 * What of a step's state one subtask has.
 *
 * @param subtask from 0 to {@code parallelism} - 1
 * @param keyGroups of the job
 */
public record SubtaskShare(int subtask, int parallelism, int keyGroups) {
    public GroupRange groups() {
        return GroupRange.of(subtask, parallelism, keyGroups);
    }
}
