package io.kintsugi.connectors;

import io.kintsugi.core.function.StepContext;

/** A place in a job, for a source or a sink that is tested without one. */
public record Subtask(String step, int subtask, int parallelism, int attempt) implements StepContext {

    public static Subtask of(int subtask, int parallelism) {
        return new Subtask("step", subtask, parallelism, 1);
    }
}
