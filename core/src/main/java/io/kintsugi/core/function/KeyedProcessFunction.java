package io.kintsugi.core.function;

/** Processes the records of a keyed stream, with state for each key and side outputs. One instance a subtask. */
public interface KeyedProcessFunction<K, T, R> extends StatefulFunction {
    /** Called for each record by one thread at a time; state is that of {@code key}. What it throws fails the task. */
    void process(K key, T value, ProcessContext context, Output<R> out) throws Exception;

    /**
     * Called when a timer of {@code key} is due, in order of time, then of setting; state is that of {@code key}. What it
     * emits gets the time of an event-time timer as its timestamp. At the end of the input all event-time timers that are
     * set by then come due once; those by the clock do not.
     */
    default void onTimer(K key, Timer timer, ProcessContext context, Output<R> out) throws Exception {}

    /**
     * Called once when all inputs have ended, behind the last record: emits what is left to say. Not called when the job
     * is stopped at once or has failed. There is no current key.
     */
    default void finish(ProcessContext context, Output<R> out) throws Exception {}
}
