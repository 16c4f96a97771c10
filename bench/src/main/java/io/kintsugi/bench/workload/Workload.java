package io.kintsugi.bench.workload;

/** What a contender is asked to run. Every operator has parallelism 2; no checkpoints. */
public enum Workload {
    W1("passthrough: source -> map -> filter -> count, chained"),
    W2("keyed: source -> keyBy auction -> running count and sum -> sink, 10,000 keys"),
    B1(
            "batch, word count: lines of 10 words -> flatMap to words -> keyBy word -> reduce -> final counts, 65,535 words"),
    B2("batch, sort: bids with random times -> keyBy range of time, 1,024 -> sink, each range in order of time");

    private final String description;

    Workload(String description) {
        this.description = description;
    }

    /** Whether it runs stage by stage, what one hands on to the next on disk. */
    public boolean batch() {
        return this == B1 || this == B2;
    }

    public String description() {
        return description;
    }

    /** The map of W1: a currency conversion that makes a new record. */
    public static Bid converted(Bid bid) {
        return new Bid(bid.auction, bid.bidder, bid.price * 89 / 100, bid.channel, bid.url, bid.timestampMs);
    }

    /** The filter of W1: about nine of ten pass. */
    public static boolean passes(Bid bid) {
        return bid.price % 10 != 0;
    }
}
