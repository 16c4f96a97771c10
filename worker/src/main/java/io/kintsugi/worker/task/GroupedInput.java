package io.kintsugi.worker.task;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.KeyTime;
import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.graph.KeyGroups;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.worker.exchange.GroupSort;
import io.kintsugi.worker.operator.Chain;
import io.kintsugi.worker.operator.StepFailedException;
import org.jspecify.annotations.Nullable;

/**
 * What a step that works by key reads in batch mode: first it gathers all records, then it gives them to the chain group by
 * group, where a group is the keys of one hash, nearly always a single one. Within a group event time rises with the records,
 * so that none is late, and comes to its end behind them: then the keys of the group need no more memory.
 *
 * <pre>
 * add, add, ... ──all inputs ended──▶ BEGIN, time, records, time, records, ..., END, BEGIN, time, ...
 * </pre>
 */
final class GroupedInput {
    private static final int NO_GROUP = -1;

    private final String step;
    private final GroupSort sort;
    private GroupSort.@Nullable Run next;
    private boolean reading;
    private int group = NO_GROUP;
    private boolean begun;
    private long time;

    /** @param step for messages */
    GroupedInput(String step, GroupSort sort) {
        this.step = step;
        this.sort = sort;
    }

    void add(Batch batch, PlanEdge edge) {
        KeyFunction<Object, Object> key = key(edge);
        for (int i = 0; i < batch.count(); i++) {
            Object value = batch.value(i);
            sort.add(new GroupSort.Origin(hash(key, value), edge.port(), edge.index()), value, batch.timestamp(i));
        }
    }

    private int hash(KeyFunction<Object, Object> key, Object value) {
        try {
            return KeyGroups.hashOf(key.key(value));
        } catch (Exception e) {
            throw new StepFailedException(step, "keyBy", e);
        }
    }

    @SuppressWarnings("unchecked") // The types of a job were checked when it was built.
    private static KeyFunction<Object, Object> key(PlanEdge edge) {
        if (edge.key() == null) {
            throw new IllegalStateException("edge %d has no key".formatted(edge.index()));
        }
        return (KeyFunction<Object, Object>) edge.key();
    }

    /** Whether all has been given to the chain; known behind the first {@link #push}. */
    boolean isEmpty() {
        return reading && next == null && group == NO_GROUP && !begun;
    }

    /** Gives the chain what comes next, behind the last {@link #add}; false when the chain was suspended by it. */
    boolean push(Chain chain) {
        if (!reading) {
            reading = true;
            next = sort.next();
        }
        GroupSort.Run run = next;
        if (group != NO_GROUP && (run == null || run.hash() != group)) {
            group = NO_GROUP;
            return chain.push(KeyTime.END);
        }
        if (run == null) {
            begun = false;
            return chain.push(KeyTime.BEGIN); // Forgets the last group before the end is told.
        }
        if (group == NO_GROUP) {
            group = run.hash();
            begun = true;
            time = Long.MIN_VALUE;
            return chain.push(KeyTime.BEGIN);
        }
        if (run.timestamp() > time) {
            time = run.timestamp();
            return chain.push(new KeyTime(time));
        }
        next = sort.next();
        return chain.push(run.batch(), run.port());
    }

    void close() {
        sort.close();
    }
}
