package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;

/** The way to one consuming subtask, as a router sees it. */
public interface Lane {
    /** True when the consumer has given credit for one more batch. */
    boolean writable();

    /** Sends a batch and lets go of it; only when {@link #writable}. */
    void write(Batch batch);

    /** Sends an element that is not a record; at any time. */
    void write(ControlElement element);
}
