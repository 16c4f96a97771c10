package io.kintsugi.bench.workload;

/**
 * The latest count and sum of each key.
 *
 * <p>The latest is the one with the highest count, not the last to arrive: Jet spreads the results of one key over its
 * sinks, so they may arrive out of order, and from different subtasks.
 */
final class FinalSums {
    private final long[] counts = new long[BidGenerator.KEYS];
    private final long[] sums = new long[BidGenerator.KEYS];

    void offer(int key, long count, long sum) {
        if (count > counts[key]) {
            counts[key] = count;
            sums[key] = sum;
        }
    }

    /** For the oracle, which has no engine to add up for it. */
    void addPrice(int key, long price) {
        counts[key]++;
        sums[key] += price;
    }

    void merge(FinalSums other) {
        for (int key = 0; key < counts.length; key++) {
            offer(key, other.counts[key], other.sums[key]);
        }
    }

    long checksum() {
        long hash = 0;
        for (int key = 0; key < counts.length; key++) {
            hash = BidGenerator.mix(hash ^ counts[key]);
            hash = BidGenerator.mix(hash ^ sums[key]);
        }
        return hash;
    }
}
