package io.kintsugi.core.graph;

import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.type.RecordType;
import org.jspecify.annotations.Nullable;

/**
 * One input of a step.
 *
 * @param from name of the step that it reads from
 * @param side the side output that it reads, or null for the main output
 * @param partitioning as asked for, or null where the planner may choose between forward and rebalance
 * @param key set exactly for {@link Partitioning#HASH}
 * @param keyType class of the key where it is known
 * @param port 0, or 1 for the second stream of a step that connects two
 */
public record StepInput(
        String from,
        @Nullable SideOutput<?> side,
        @Nullable Partitioning partitioning,
        @Nullable KeyFunction<?, ?> key,
        @Nullable Class<?> keyType,
        int port) {
    /** An input of a step that reads one stream. */
    public StepInput(
            String from,
            @Nullable SideOutput<?> side,
            @Nullable Partitioning partitioning,
            @Nullable KeyFunction<?, ?> key,
            @Nullable Class<?> keyType) {
        this(from, side, partitioning, key, keyType, 0);
    }

    /** The same, as the second stream. */
    public StepInput second() {
        return new StepInput(from, side, partitioning, key, keyType, 1);
    }

    /**
     * What comes over this input, or null where it is not known.
     *
     * @param producer the step named {@link #from}
     */
    public @Nullable RecordType recordType(Step producer) {
        return side != null ? RecordType.of(side.type()) : producer.output();
    }
}
