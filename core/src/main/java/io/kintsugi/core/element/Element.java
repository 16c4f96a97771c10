package io.kintsugi.core.element;

/** What a channel carries, in order: a {@link Batch} of records or a control element. */
public sealed interface Element permits Batch, ControlElement {}
