package io.kintsugi.core.function;

import io.kintsugi.core.model.JobId;

/** What a function, a source or a sink may know about the subtask it runs in. */
public interface StepContext {
    /** Which run of which job; with {@link #step}, {@link #subtask} and {@link #attempt} it is never used twice. */
    JobId job();

    /** Whether the job takes checkpoints, so that a sink may hold back what no checkpoint covers yet. */
    boolean checkpointed();

    /** Name of the step, as the job gave it. */
    String step();

    /**
     * From 0 to {@link #parallelism()} - 1. Throws {@link IllegalStateException} in {@code open} of an instance that stands
     * by: it learns its subtask when it takes the place of one.
     */
    int subtask();

    /** Number of subtasks of the step, at least 1. */
    int parallelism();

    /** From 1; rises when the task restarts. Throws as {@link #subtask} does. */
    int attempt();

    /** Whether the job runs stage by stage: a task that fails begins anew, from its inputs' beginning. */
    default boolean batch() {
        return false;
    }

    /** Which superstep this is, from 1; 0 outside of an iteration. */
    default int superstep() {
        return 0;
    }
}
