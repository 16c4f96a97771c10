package io.kintsugi.core.config;

/** When a task counts as slow, and when as stuck. */
public record TaskSettings(
        @Setting(
                key = "detach-ms",
                fallback = "250",
                min = 10,
                max = 60_000,
                reason =
                        "A task that holds an event loop for so long at one go keeps its thread, and the other tasks of"
                                + " the loop go on with another one.")
        int detachMs,

        @Setting(
                key = "stuck-ms",
                fallback = "10000",
                min = 100,
                max = 86_400_000,
                reason =
                        "A task that is in one call of a function for so long, and emits nothing, counts as stuck: it is"
                                + " given up and has failed. Also how long a cancelled task may take to go.")
        int stuckMs,

        @Setting(
                key = "stuck-blocking-ms",
                fallback = "60000",
                min = 100,
                max = 86_400_000,
                reason = "The same for tasks with blocking steps, which are slow by nature.")
        int stuckBlockingMs,

        @Setting(
                key = "left-behind-max",
                fallback = "16",
                min = 1,
                max = 10_000,
                reason = "Threads that tasks which were given up may hold; beyond it the node takes no tasks until some"
                        + " come back or it is started anew.")
        int leftBehindMax,

        @Setting(
                key = "opening-threads",
                fallback = "32",
                min = 1,
                max = 10_000,
                reason =
                        "Threads that open and close functions, and so may be held up by them; in the place of one that"
                                + " was left behind comes another.")
        int openingThreads) {

    public static TaskSettings defaults() {
        return new TaskSettings(250, 10_000, 60_000, 16, 32);
    }
}
