package io.kintsugi.core.function;

/** Processes the records of two streams with the same keys, with state and timers for each key. One instance a subtask. */
public interface KeyedCoProcessFunction<K, A, B, R> extends KeyedFunction<K, ProcessContext, R> {
    /** Called for each record of the first stream; state is that of {@code key}. What it throws fails the task. */
    void processFirst(K key, A value, ProcessContext context, Output<R> out) throws Exception;

    /** Called for each record of the second stream, which come in no promised order between those of the first. */
    void processSecond(K key, B value, ProcessContext context, Output<R> out) throws Exception;
}
