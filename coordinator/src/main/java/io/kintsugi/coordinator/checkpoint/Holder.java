package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.TaskId;

/**
 * What refers to a stored version, and so keeps it from being deleted.
 *
 * @param name in the words of a log: {@code checkpoint #7}
 */
record Holder(String name) {
    static Holder pending(long checkpoint) {
        return new Holder("pending #" + checkpoint);
    }

    static Holder checkpoint(long checkpoint) {
        return new Holder("checkpoint #" + checkpoint);
    }

    static Holder superstep(String iteration, int number) {
        return new Holder("superstep %d of %s".formatted(number, iteration));
    }

    static Holder savepoint(String name) {
        return new Holder("savepoint " + name);
    }

    /** What the job was started from. */
    static Holder start() {
        return new Holder("start");
    }

    static Holder lastStateOf(TaskId task) {
        return new Holder("end of " + task);
    }

    static Holder newestOf(TaskId task) {
        return new Holder("newest of " + task);
    }
}
