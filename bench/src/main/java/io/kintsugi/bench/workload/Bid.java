package io.kintsugi.bench.workload;

/**
 * One bid of an online auction, about 100 bytes on the heap.
 *
 * <p>Public fields and an empty constructor, since that is what Flink's fastest serializer (POJO) asks for: a peer that
 * had to fall back to a slower one would make the comparison worthless. Nobody changes a bid once it is emitted.
 */
public final class Bid {
    public long auction;
    public long bidder;
    public long price;
    public String channel;
    public String url;

    /** Event time, ms from 0. */
    public long timestampMs;

    public Bid() {
        channel = "";
        url = "";
    }

    public Bid(long auction, long bidder, long price, String channel, String url, long timestampMs) {
        this.auction = auction;
        this.bidder = bidder;
        this.price = price;
        this.channel = channel;
        this.url = url;
        this.timestampMs = timestampMs;
    }
}
