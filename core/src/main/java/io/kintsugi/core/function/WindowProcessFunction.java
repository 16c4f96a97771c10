package io.kintsugi.core.function;

import io.kintsugi.core.window.Window;
import java.util.List;

/** Processes all records of a window at once; they are kept until then. One instance a subtask. */
public interface WindowProcessFunction<K, T, R> extends StatefulFunction {
    /**
     * Called whenever the window speaks; state is that of {@code key}, for all its windows. It has no timers.
     *
     * @param values at least one, in no promised order; not to be kept or changed
     */
    void process(K key, Window window, List<T> values, ProcessContext context, Output<R> out) throws Exception;
}
