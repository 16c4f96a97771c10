package io.kintsugi.core.function;

import org.jspecify.annotations.Nullable;

/** Declares one state of a step; asked for by {@code ProcessContext.state}. */
public sealed interface StateSpec
        permits ValueStateSpec, ListStateSpec, MapStateSpec, ReducingStateSpec, AggregatingStateSpec {
    /** Unique within the step, and kept: it finds the state again after a restart. */
    String name();

    /** When it is forgotten; null for never. */
    @Nullable
    TtlSpec ttl();
}
