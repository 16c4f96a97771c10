package io.kintsugi.worker.operator;

import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.model.JobId;

/** What a step may know about its subtask. */
record SubtaskContext(JobFacts facts, String step, int parallelism, Seat seat) implements StepContext {
    @Override
    public int subtask() {
        return seat.attempt(step).task().subtask();
    }

    @Override
    public int attempt() {
        return seat.attempt(step).number();
    }

    @Override
    public JobId job() {
        return facts.id();
    }

    @Override
    public boolean checkpointed() {
        return facts.checkpointed();
    }

    @Override
    public boolean batch() {
        return facts.batch();
    }

    @Override
    public int superstep() {
        return facts.superstep();
    }
}
