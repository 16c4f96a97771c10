package io.kintsugi.core.function;

/** Where records go. */
public interface Sink<T> {
    /** Makes the writer of one subtask. Called on each start of the task; does no work yet. */
    SinkWriter<T> writer(StepContext context);
}
