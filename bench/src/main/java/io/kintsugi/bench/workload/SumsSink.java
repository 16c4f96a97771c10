package io.kintsugi.bench.workload;

/** The sink of W2, one a subtask; called by that subtask's thread only. */
public final class SumsSink {
    private final FinalSums sums = new FinalSums();
    private long count;

    public void accept(Out out) {
        count++;
        sums.offer((int) out.key, out.count, out.sum);
    }

    /** Stops the clock for this subtask: call it when the last record is in. */
    public void end() {
        Meter.current().sinkEnded(count, sums);
    }
}
