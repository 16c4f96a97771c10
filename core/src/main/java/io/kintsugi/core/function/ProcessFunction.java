package io.kintsugi.core.function;

/** Processes records one by one, with fields of its own and side outputs. One instance a subtask. */
public interface ProcessFunction<T, R> extends StatefulFunction {
    /** Called for each record by one thread at a time; what it throws fails the task. */
    void process(T value, ProcessContext context, Output<R> out) throws Exception;

    /**
     * Called once when all inputs have ended, behind the last record: emits what is left to say. Not called when the job
     * is stopped at once or has failed. There is no current key.
     */
    default void finish(ProcessContext context, Output<R> out) throws Exception {}

    /**
     * Called for each event that a function or a source before this one has sent, see {@link ProcessContext#send}. It goes on to
     * the next steps behind what is emitted here.
     */
    default void onEvent(Object event, ProcessContext context, Output<R> out) throws Exception {}
}
