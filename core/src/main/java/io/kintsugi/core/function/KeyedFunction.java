package io.kintsugi.core.function;

/**
 * What functions that work by key have in common, whatever they are given.
 *
 * @param <C> what they can reach
 */
public interface KeyedFunction<K, C extends ProcessContext, R> extends StatefulFunction {
    /**
     * Called when a timer of {@code key} is due, in order of time, then of setting; state is that of {@code key}. What it
     * emits gets the time of an event-time timer as its timestamp. At the end of the input all event-time timers that are
     * set by then come due once; those by the clock do not.
     */
    default void onTimer(K key, Timer timer, C context, Output<R> out) throws Exception {}

    /**
     * Called once when all inputs have ended, behind the last record: emits what is left to say. Not called when the job
     * is stopped at once or has failed. There is no current key.
     */
    default void finish(C context, Output<R> out) throws Exception {}

    /**
     * Called for each event that a function or a source before this one has sent, see {@link ProcessContext#send}. It goes on to
     * the next steps behind what is emitted here. There is no current key.
     */
    default void onEvent(Object event, C context, Output<R> out) throws Exception {}
}
