package io.kintsugi.core.graph;

import io.kintsugi.core.recovery.AbsentConsumer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain of steps that run in one task.
 *
 * @param index position in the plan, from 0
 * @param steps at least one, first to last; records pass from one to the next by a method call
 * @param state what it keeps; nothing in a job without checkpoints
 */
public record PlanVertex(int index, List<Step> steps, State state) {
    /**
     * What the steps of a chain keep that has to be stored.
     *
     * @param keyed what the first step keeps by key; null if it keeps nothing
     * @param lists whether a step keeps lists without keys
     * @param shared whether such a list begins with the elements of all subtasks
     */
    public record State(@Nullable KeyedTypes keyed, boolean lists, boolean shared) {}

    public PlanVertex {
        steps = List.copyOf(steps);
    }

    public Step head() {
        return steps.get(0);
    }

    public Step tail() {
        return steps.get(steps.size() - 1);
    }

    /** Name of the first step: it stands for the chain in task ids. */
    public String name() {
        return head().name();
    }

    /** All steps for people, {@code read+parse+write}. */
    public String label() {
        return String.join("+", steps.stream().map(Step::name).toList());
    }

    /** Whether a checkpoint waits for its tasks: sources and sinks always, and whatever keeps state. */
    public boolean mustAcknowledge() {
        return head().isSource() || tail().isSink() || head().isKeyed() || state.lists();
    }

    /** What producers do while a task of it is away; null for what the job says. */
    public @Nullable AbsentConsumer absentConsumer() {
        return head().failover().absentConsumer();
    }

    /** Instances that are kept open to take the place of a task that fails: all its steps want as many. */
    public int standby() {
        return head().failover().standby();
    }

    /**
     * Whether a task that goes back emits the very same records in the same order: a source that does, and behind it only
     * functions that see one record at a time.
     */
    public boolean isDeterministic() {
        return head().kind() instanceof StepKind.SourceStep source
                && source.source().deterministic()
                && steps.stream()
                        .skip(1)
                        .allMatch(step -> step.kind() instanceof StepKind.MapStep
                                || step.kind() instanceof StepKind.FilterStep
                                || step.kind() instanceof StepKind.FlatMapStep);
    }

    public int parallelism() {
        return head().parallelism();
    }

    public boolean blocking() {
        return head().blocking();
    }
}
