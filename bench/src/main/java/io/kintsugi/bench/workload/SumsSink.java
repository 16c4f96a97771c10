package io.kintsugi.bench.workload;

/** The sink of W2. */
public final class SumsSink implements EndingSink<Out> {
    private final FinalSums sums = new FinalSums();
    private long count;

    @Override
    public void accept(Out out) {
        count++;
        sums.offer((int) out.key, out.count, out.sum);
    }

    @Override
    public void end() {
        Meter.current().sinkEnded(count, sums);
    }
}
