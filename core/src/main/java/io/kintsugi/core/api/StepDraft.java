package io.kintsugi.core.api;

import io.kintsugi.core.graph.Step;
import io.kintsugi.core.graph.StepInput;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.model.Names;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step whose settings may still change. */
final class StepDraft {
    private final String name;
    private final StepKind kind;
    private final List<StepInput> inputs;
    private int parallelism;
    private boolean blocking;
    private boolean startNewChain;
    private @Nullable Class<?> outputType;

    StepDraft(String name, StepKind kind, List<StepInput> inputs) {
        this.name = Names.requireStepName(name);
        this.kind = kind;
        this.inputs = inputs;
        this.parallelism = 1;
    }

    String name() {
        return name;
    }

    int parallelism() {
        return parallelism;
    }

    void parallelism(int subtasks) {
        parallelism = subtasks;
    }

    void blocking(boolean value) {
        blocking = value;
    }

    void startNewChain() {
        startNewChain = true;
    }

    @Nullable
    Class<?> outputType() {
        return outputType;
    }

    void outputType(@Nullable Class<?> type) {
        outputType = type;
    }

    Step toStep() {
        return new Step(name, kind, inputs, parallelism, blocking, startNewChain, outputType);
    }
}
