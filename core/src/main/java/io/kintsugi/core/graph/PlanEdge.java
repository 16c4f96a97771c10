package io.kintsugi.core.graph;

import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.SideOutput;
import org.jspecify.annotations.Nullable;

/**
 * Records go over it from the last step of one chain to the first of another.
 *
 * @param index position in the plan, from 0; part of every channel id
 * @param from name of the producing vertex
 * @param to name of the consuming vertex
 * @param side the side output that it carries, or null for the main output
 * @param key set exactly for {@link Partitioning#HASH}
 * @param port 1 for the second stream of a step that connects two, else 0
 * @param timed whether event time comes over it
 * @param exchange when consumers get the records
 * @param recordType class of the records, perhaps an interface; see {@link Plan#recordTypes} for what may be inside
 */
public record PlanEdge(
        int index,
        String from,
        String to,
        @Nullable SideOutput<?> side,
        Partitioning partitioning,
        @Nullable KeyFunction<?, ?> key,
        int port,
        boolean timed,
        Exchange exchange,
        Class<?> recordType) {
    public boolean isBlocking() {
        return exchange == Exchange.BLOCKING;
    }

    /** For people: {@code from 'read' to 'count'}. */
    public String ends() {
        return "from '%s' to '%s'".formatted(from, to);
    }
}
