package io.kintsugi.core.api;

import io.kintsugi.core.graph.Step;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.model.Names;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.type.RecordType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A step whose settings may still change; what it takes over from the step before it is looked up when the job is built. */
final class StepDraft {
    private final String name;
    private StepKind kind;
    private final Inputs inputs;
    /** The start of an iteration, for its end: both have as many subtasks. */
    private @Nullable StepDraft start;

    private @Nullable Integer parallelism;
    private boolean blocking;
    private boolean startNewChain;
    private Step.Failover failover = Step.Failover.PLAIN;
    private @Nullable RecordType output;

    StepDraft(String name, StepKind kind, Inputs inputs) {
        this.name = Names.requireStepName(name);
        this.kind = kind;
        this.inputs = inputs;
    }

    String name() {
        return name;
    }

    StepKind kind() {
        return kind;
    }

    void kind(StepKind changed) {
        kind = changed;
    }

    /** Makes it the end of an iteration. */
    StepDraft endOf(StepDraft iterationStart) {
        start = iterationStart;
        return this;
    }

    void parallelism(int subtasks) {
        if (start != null) {
            start.parallelism(subtasks);
        } else {
            parallelism = subtasks;
        }
    }

    void blocking(boolean value) {
        blocking = value;
    }

    void startNewChain() {
        startNewChain = true;
    }

    void absentConsumer(AbsentConsumer policy) {
        failover = new Step.Failover(policy, failover.standby());
    }

    void standby(int instances) {
        if (instances < 0) {
            throw new IllegalArgumentException(
                    "step '%s': standby of 0 or more expected, found %d".formatted(name, instances));
        }
        failover = new Step.Failover(failover.absentConsumer(), instances);
    }

    void output(Optional<RecordType> type) {
        output = type.orElse(null);
    }

    /** @param earlier the steps that were added before this one, already made */
    Step toStep(Map<StepDraft, Step> earlier) {
        List<Step> producers = inputs.steps().stream().map(earlier::get).toList();
        Step twin = start == null ? null : earlier.get(start);
        int subtasks = twin != null ? twin.parallelism() : subtasks(producers);
        RecordType emitted = twin != null ? twin.output() : emitted(producers);
        return new Step(name, kind, inputs.toStepInputs(), subtasks, blocking, startNewChain, emitted, failover);
    }

    private int subtasks(List<Step> producers) {
        if (parallelism != null) {
            return parallelism;
        }
        return producers.isEmpty() ? 1 : producers.get(0).parallelism();
    }

    private @Nullable RecordType emitted(List<Step> producers) {
        boolean passesOn = kind instanceof StepKind.FilterStep || kind instanceof StepKind.IterationStart;
        return output == null && passesOn ? inputs.type(producers) : output;
    }
}
