package io.kintsugi.core.api;

import io.kintsugi.core.recovery.AbsentConsumer;

/** The end of a stream: settings of a sink. */
public final class SinkStep {
    private final StepDraft step;

    SinkStep(StepDraft step) {
        this.step = step;
    }

    /** Number of subtasks, at least 1; a sink begins with the parallelism of the step that it reads from. */
    public SinkStep parallelism(int subtasks) {
        step.parallelism(subtasks);
        return this;
    }

    /** Runs the sink on a thread that may block. */
    public SinkStep blocking() {
        step.blocking(true);
        return this;
    }

    /** Keeps the sink out of the task of the step before it. */
    public SinkStep startNewChain() {
        step.startNewChain();
        return this;
    }

    /** What producers do while a subtask of the sink is away; unless it is said, what the job's recovery says. */
    public SinkStep absentConsumer(AbsentConsumer policy) {
        step.absentConsumer(policy);
        return this;
    }
}
