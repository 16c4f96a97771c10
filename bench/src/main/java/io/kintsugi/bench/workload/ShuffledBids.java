package io.kintsugi.bench.workload;

/** The records of B2: bids in no order, each with a random time, which is what they are to be sorted by. */
public final class ShuffledBids implements Records<Bid> {
    public static final Records<Bid> BIDS = new ShuffledBids();

    /** Ranges of time, as many keys. A range is sorted in itself, and ranges are in order by their number. */
    public static final int RANGES = 1024;

    private static final int TIME_BITS = 40;
    private static final int RANGE_BITS = 10;
    private static final long serialVersionUID = 1;

    private final BidGenerator bids = new BidGenerator(SEED);

    private ShuffledBids() {}

    @Override
    public Bid record(long i) {
        Bid bid = bids.record(i);
        bid.timestampMs = BidGenerator.mix((i + 1) * BidGenerator.GOLDEN_GAMMA - SEED) >>> (Long.SIZE - TIME_BITS);
        return bid;
    }

    @Override
    public long timestampMs(Bid bid) {
        return bid.timestampMs;
    }

    /** From 0 to {@link #RANGES} - 1. */
    public static int range(Bid bid) {
        return (int) (bid.timestampMs >>> (TIME_BITS - RANGE_BITS));
    }
}
