package io.kintsugi.core.function;

/** What a function, a source or a sink may know about the subtask it runs in. */
public interface StepContext {
    /** Name of the step, as the job gave it. */
    String step();

    /** From 0 to {@link #parallelism()} - 1. */
    int subtask();

    /** Number of subtasks of the step, at least 1. */
    int parallelism();

    /** From 1; rises when the task restarts. */
    int attempt();
}
