package io.kintsugi.worker.operator;

import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.graph.PlanIteration;
import io.kintsugi.core.graph.PlanVertex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is needed to build the chain of one task attempt.
 *
 * @param seat which attempt that is; a chain with a source or a sink has to know it
 * @param key takes the key out of what comes in, or null where the input is not keyed
 * @param secondKey the same for the second stream of a step that connects two; else null
 * @param outputs one for each edge that begins at the chain
 * @param minCheckpoint none up to this one is for this attempt
 * @param due what its sink had prepared up to this checkpoint is committed when it begins
 * @param iteration that the chain is a part of, or null
 */
public record ChainSpec(
        JobFacts job,
        PlanVertex vertex,
        Seat seat,
        int keyGroups,
        @Nullable KeyFunction<?, ?> key,
        @Nullable KeyFunction<?, ?> secondKey,
        List<Output> outputs,
        Limits limits,
        long minCheckpoint,
        long due,
        @Nullable PlanIteration iteration,
        WallClock clock,
        Pulse pulse) {
    /**
     * An edge with its lanes, by consumer.
     *
     * @param edge tells how to spread the records, and whether it carries a side output
     */
    public record Output(PlanEdge edge, List<? extends Lane> lanes) {}

    /**
     * @param batchRecords records in a batch at most
     * @param flushNs how long a record waits for company, in nanoseconds
     * @param sinkFlushNs how long a written record waits for the sink's flush, in nanoseconds
     * @param watermarkNs from one watermark of a source to the next, in nanoseconds; 0 = between any two records
     */
    public record Limits(int batchRecords, long flushNs, long sinkFlushNs, long watermarkNs) {}
}
