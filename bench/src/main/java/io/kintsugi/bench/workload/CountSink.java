package io.kintsugi.bench.workload;

/** The sink of W1, one a subtask; called by that subtask's thread only. */
public final class CountSink {
    private long count;

    public void accept(Bid bid) {
        count++;
    }

    /** Stops the clock for this subtask: call it when the last record is in. */
    public void end() {
        Meter.current().sinkEnded(count);
    }
}
