package io.kintsugi.core.function;

/** What a function with a broadcast stream can reach. Used by the task's thread only. */
public interface BroadcastContext extends ProcessContext {
    /**
     * The state that {@link KeyedBroadcastProcessFunction#broadcastStates} declares under this spec. Throws
     * {@link IllegalArgumentException} for a spec that was not declared.
     */
    <X, Y> BroadcastState<X, Y> broadcast(BroadcastStateSpec<X, Y> spec);
}
