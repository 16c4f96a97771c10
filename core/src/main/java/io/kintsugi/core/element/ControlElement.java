package io.kintsugi.core.element;

import org.jspecify.annotations.Nullable;

/** An element that is not a record and keeps its place between the records of its channel. */
public sealed interface ControlElement extends Element
        permits Watermark, Idle, ClockTick, KeyTime, Barrier, LatencyMarker, UserEvent, EndOfInput {
    /** Why it cannot go through a blocking exchange; null for one that may wait there, or whose end says as much. */
    default @Nullable RequiresPipelined requiresPipelined() {
        return null;
    }
}
