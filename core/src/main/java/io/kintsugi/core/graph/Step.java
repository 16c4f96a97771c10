package io.kintsugi.core.graph;

import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.StatefulFunction;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.type.RecordType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a job as it was asked for.
 *
 * @param name unique within the job, see {@code Names.requireStepName}
 * @param inputs empty for a source; more than one after a union
 * @param parallelism number of subtasks, at least 1; at most the job's key groups
 * @param blocking runs on a thread that may block
 * @param startNewChain never runs in the task of the step before it
 * @param output what it emits, or null for a sink and where it could not be found
 * @param failover what happens when a subtask of it fails
 */
public record Step(
        String name,
        StepKind kind,
        List<StepInput> inputs,
        int parallelism,
        boolean blocking,
        boolean startNewChain,
        @Nullable RecordType output,
        Failover failover) {
    /**
     * What happens when a subtask fails and restarts alone.
     *
     * @param absentConsumer what producers do meanwhile; null for what the job says
     * @param standby instances that are kept open, so that one of them can take its place at once
     */
    public record Failover(@Nullable AbsentConsumer absentConsumer, int standby) {
        /** What the job says, and nobody stands by. */
        public static final Failover PLAIN = new Failover(null, 0);
    }

    public Step {
        inputs = List.copyOf(inputs);
    }

    /** A step with {@link Failover#PLAIN}. */
    public Step(
            String name,
            StepKind kind,
            List<StepInput> inputs,
            int parallelism,
            boolean blocking,
            boolean startNewChain,
            @Nullable RecordType output) {
        this(name, kind, inputs, parallelism, blocking, startNewChain, output, Failover.PLAIN);
    }

    /** Whether it can emit to side outputs. */
    public boolean hasSideOutputs() {
        return kind instanceof StepKind.ProcessStep || isKeyed();
    }

    /** Classes of the events that its function or its source says it sends. */
    public List<Class<?>> sendsEvents() {
        if (kind instanceof StepKind.SourceStep read) {
            return read.source().sendsEvents();
        }
        FunctionSupplier<? extends StatefulFunction> supplier = GraphValidation.supplier(kind);
        return supplier == null ? List.of() : supplier.get().sendsEvents();
    }

    public boolean isSource() {
        return kind instanceof StepKind.SourceStep;
    }

    /** Whether it comes to an end by itself, as far as that is up to it. */
    boolean isBounded() {
        return !(kind instanceof StepKind.SourceStep source) || source.source().bounded();
    }

    public boolean isSink() {
        return kind instanceof StepKind.SinkStep;
    }

    /** Whether it is one of the two ends of an iteration, which share a task with no other step. */
    public boolean isIterationEnd() {
        return kind instanceof StepKind.IterationStart || kind instanceof StepKind.IterationEnd;
    }

    public boolean isKeyed() {
        return kind instanceof StepKind.KeyedProcessStep
                || kind instanceof StepKind.WindowStep
                || kind instanceof StepKind.CoProcessStep
                || kind instanceof StepKind.BroadcastProcessStep
                || kind instanceof StepKind.IntervalJoinStep;
    }
}
