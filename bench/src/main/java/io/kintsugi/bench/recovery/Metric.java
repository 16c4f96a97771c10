package io.kintsugi.bench.recovery;

/** What a trainer says of one bid. Public fields for the sake of Flink's serializer, as in {@code Bid}. */
public final class Metric {
    public long key;
    public double loss;
    public long timestampMs;

    public Metric() {}

    Metric(long key, double loss, long timestampMs) {
        this.key = key;
        this.loss = loss;
        this.timestampMs = timestampMs;
    }

    /** What is summed up: whole numbers give the same sum in any order. */
    public long lossMillionths() {
        return (long) (loss * 1e6);
    }
}
