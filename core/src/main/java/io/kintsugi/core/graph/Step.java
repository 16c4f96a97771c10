package io.kintsugi.core.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a job as it was asked for.
 *
 * @param name unique within the job
 * @param parallelism number of subtasks, from 1 to the job's key groups
 * @param blocking runs on a thread that may block
 * @param startNewChain never runs in the task of the step before it
 * @param outputType class of the records it emits, or null for a sink and where it could not be found
 */
public record Step(
        String name,
        StepKind kind,
        List<StepInput> inputs,
        int parallelism,
        boolean blocking,
        boolean startNewChain,
        @Nullable Class<?> outputType) {
    public Step {
        inputs = List.copyOf(inputs);
    }

    public boolean isSource() {
        return kind instanceof StepKind.SourceStep;
    }

    public boolean isSink() {
        return kind instanceof StepKind.SinkStep;
    }

    public boolean isKeyed() {
        return kind instanceof StepKind.KeyedProcessStep;
    }
}
