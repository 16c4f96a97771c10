package io.kintsugi.core.element;

/** An element that is not a record and keeps its place between the records of its channel. */
public sealed interface ControlElement extends Element permits Watermark, Idle, ClockTick, Barrier, EndOfInput {}
