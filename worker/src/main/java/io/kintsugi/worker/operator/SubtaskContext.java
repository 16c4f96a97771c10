package io.kintsugi.worker.operator;

import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.model.JobId;

/** What a step may know about its subtask. */
record SubtaskContext(JobFacts facts, String step, int subtask, int parallelism, int attempt) implements StepContext {
    @Override
    public JobId job() {
        return facts.id();
    }

    @Override
    public boolean checkpointed() {
        return facts.checkpointed();
    }
}
