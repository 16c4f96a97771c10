package io.kintsugi.core.graph;

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

    public int parallelism() {
        return head().parallelism();
    }

    public boolean blocking() {
        return head().blocking();
    }
}
