package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.worker.state.TaskCapture;
import io.kintsugi.worker.state.TaskRestore;

/**
 * One link of a chain. A stage takes a batch at a time and either finishes it or, where an output is full, keeps the
 * rest and returns false; then nothing may be pushed until {@link #resume} has returned true.
 *
 * <p>A pushed batch belongs to the caller: the stage reads it until it has finished, and never keeps it beyond that.
 * Used by the task's thread only.
 */
interface Stage {
    /** Says from which of two streams the batches that follow are: 0 or 1. Called only while nothing is left over. */
    default void port(int port) {}

    /** Takes all records of {@code batch}; false when it was suspended before the end. */
    boolean push(Batch batch);

    /** Takes an element that is not a record, behind all records before it; false when it was suspended. */
    boolean push(ControlElement element);

    /** Goes on where it was suspended; true when nothing is left over. */
    boolean resume();

    /** Takes back what {@link #capture} has stored; called before {@link #begin} in a job with checkpoints, and may block. */
    default void restore(TaskRestore restore) {}

    /** Called before the first push, where it may take long. */
    default void open() {}

    /** Called once behind {@link #restore} and {@link #open}, where it may take long. */
    default void begin() {}

    /** What was written so far belongs to {@code checkpoint}. Called only while nothing is left over, before {@link #capture}. */
    default void prepare(long checkpoint) {}

    /** Adds what has to be stored of it. Called only while nothing is left over. */
    default void capture(TaskCapture capture) {}

    /** All that was prepared up to {@code checkpoint} is there for good. Called at any time, also while suspended. */
    default void complete(long checkpoint) {}

    /** Called from time to time: sends what has waited long enough. */
    default void tick(long nowNs) {}

    /** True when a timer waits for a processing time that has come. */
    default boolean timerDue(long epochMs) {
        return false;
    }

    /** Called once at the end, also after a failure. */
    default void close() {}
}
