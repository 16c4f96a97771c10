package io.kintsugi.core.function;

import java.util.List;

/**
 * Processes the records of a keyed stream by rules that come over a broadcast stream. One instance a subtask. Records of the
 * one stream come in no promised order between those of the other; so a function that must not miss a rule keeps its
 * records until it is there.
 */
public interface KeyedBroadcastProcessFunction<K, T, B, R> extends KeyedFunction<K, BroadcastContext, R> {
    /** The maps that broadcast records fill; names are unique within the step. Always gives the same. */
    List<BroadcastStateSpec<?, ?>> broadcastStates();

    /** Called for each record of the keyed stream; keyed state is that of {@code key}. What it throws fails the task. */
    void process(K key, T value, BroadcastContext context, Output<R> out) throws Exception;

    /** Called for each broadcast record in every subtask, which all make the same change of it. There is no current key. */
    void processBroadcast(B value, BroadcastContext context, Output<R> out) throws Exception;
}
