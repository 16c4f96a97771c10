package io.kintsugi.bench.workload;

/** What the sinks of a workload do, one a subtask; called by that subtask's thread only. */
public interface EndingSink<T> {
    void accept(T value);

    /** Stops the clock for this subtask: call it when the last record is in. */
    void end();
}
