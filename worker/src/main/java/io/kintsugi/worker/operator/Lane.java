package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;

/** The way to one consuming subtask, as a router sees it. */
public interface Lane {
    /** True when the consumer has given credit for one more batch. */
    boolean writable();

    /** True when the consumer is away and others are to get its records. */
    default boolean reroutes() {
        return false;
    }

    /** Sends a batch and lets go of it; only when {@link #writable}. */
    void write(Batch batch);

    /** Sends an element that is not a record; at any time, but a user event only when {@link #writable}. */
    void write(ControlElement element);
}
