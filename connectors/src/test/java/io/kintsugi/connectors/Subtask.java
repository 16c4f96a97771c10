package io.kintsugi.connectors;

import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.model.JobId;

/** A place in a job, for a source or a sink that is tested without one. */
public record Subtask(
        String step, int subtask, int parallelism, int attempt, JobId job, boolean checkpointed, boolean batch)
        implements StepContext {
    private static final JobId JOB = new JobId("job", 1);

    public Subtask(String step, int subtask, int parallelism, int attempt, JobId job, boolean checkpointed) {
        this(step, subtask, parallelism, attempt, job, checkpointed, false);
    }

    public Subtask(String step, int subtask, int parallelism, int attempt) {
        this(step, subtask, parallelism, attempt, JOB, false);
    }

    public static Subtask of(int subtask, int parallelism) {
        return new Subtask("step", subtask, parallelism, 1);
    }
}
