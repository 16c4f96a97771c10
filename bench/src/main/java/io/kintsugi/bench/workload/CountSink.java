package io.kintsugi.bench.workload;

/** The sink of W1. */
public final class CountSink implements EndingSink<Bid> {
    private long count;

    @Override
    public void accept(Bid bid) {
        count++;
    }

    @Override
    public void end() {
        Meter.current().sinkEnded(count);
    }
}
