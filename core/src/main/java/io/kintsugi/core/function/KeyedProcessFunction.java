package io.kintsugi.core.function;

/** Processes the records of a keyed stream, with state for each key and side outputs. One instance a subtask. */
public interface KeyedProcessFunction<K, T, R> extends KeyedFunction<K, ProcessContext, R> {
    /** Called for each record by one thread at a time; state is that of {@code key}. What it throws fails the task. */
    void process(K key, T value, ProcessContext context, Output<R> out) throws Exception;
}
