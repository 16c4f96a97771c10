package io.kintsugi.bench.workload;

import java.util.Arrays;

/**
 * The sink of B2, which gets each range whole and in order of time. Its sum is of all bids and, once for each subtask that
 * has seen it, of each range, so that a range which two subtasks shared makes another sum.
 */
public final class SortedSink implements EndingSink<Bid> {
    private static final long UNSEEN = -1;

    private final long[] newestMs = new long[ShuffledBids.RANGES];
    private long count;
    private long sum;
    private long outOfOrder;

    public SortedSink() {
        Arrays.fill(newestMs, UNSEEN);
    }

    @Override
    public void accept(Bid bid) {
        int range = ShuffledBids.range(bid);
        if (newestMs[range] == UNSEEN) {
            sum += hash(range);
        }
        if (bid.timestampMs < newestMs[range]) {
            outOfOrder++;
        }
        newestMs[range] = bid.timestampMs;
        count++;
        sum += hash(bid);
    }

    @Override
    public void end() {
        Meter.current().outOfOrder(outOfOrder);
        Meter.current().sinkEnded(count, sum);
    }

    static long hash(int range) {
        return BidGenerator.mix(range + BidGenerator.GOLDEN_GAMMA);
    }

    static long hash(Bid bid) {
        long hash = BidGenerator.mix(bid.timestampMs ^ bid.url.hashCode());
        hash = BidGenerator.mix(hash ^ bid.auction);
        hash = BidGenerator.mix(hash ^ bid.bidder);
        return BidGenerator.mix(hash ^ bid.price);
    }
}
