package io.kintsugi.bench.workload;

/** The running count and sum of one key after one more bid. Public fields: see {@link Bid}. */
public final class Out {
    public long key;
    public long count;
    public long sum;
    public long timestampMs;

    public Out() {}

    public Out(long key, long count, long sum, long timestampMs) {
        this.key = key;
        this.count = count;
        this.sum = sum;
        this.timestampMs = timestampMs;
    }
}
