package io.kintsugi.bench.workload;

/** Bids with uniform keys. Channels and URLs come from tables: making strings would measure the generator. */
public final class BidGenerator implements Records<Bid> {
    /** Of W1, W2 and W6. */
    public static final Records<Bid> BIDS = new BidGenerator(SEED);

    /** Distinct auctions, that is, keys. */
    public static final int KEYS = 10_000;

    /** Density of event time. */
    public static final long BIDS_PER_MS = 100;

    private static final long serialVersionUID = 1;
    static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
    private static final String[] CHANNELS = channels();
    private static final String[] URLS = urls();

    private final long seed;

    public BidGenerator(long seed) {
        this.seed = seed;
    }

    @Override
    public Bid record(long i) {
        long r = mix((i + 1) * GOLDEN_GAMMA + seed);
        long q = mix(r + GOLDEN_GAMMA);
        long auction = (r >>> 33) % KEYS;
        long bidder = (r & 0xffff) + 1000;
        long price = ((q >>> 40) % 10_000) + 1;
        return new Bid(
                auction, bidder, price, CHANNELS[(int) (q & 15)], URLS[(int) ((q >>> 8) & 8191)], i / BIDS_PER_MS);
    }

    @Override
    public long timestampMs(Bid bid) {
        return bid.timestampMs;
    }

    /** The finalizer of SplitMix64: Steele, Lea, Flood 2014, "Fast Splittable Pseudorandom Number Generators". */
    static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    private static String[] channels() {
        String[] channels = new String[16];
        String[] known = {"Google", "Facebook", "Baidu", "Apple"};
        for (int i = 0; i < channels.length; i++) {
            channels[i] = i < known.length ? known[i] : "channel-" + (1000 + i);
        }
        return channels;
    }

    private static String[] urls() {
        String[] urls = new String[8192];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = "https://www.nexmark.com/" + Long.toString(mix(i) >>> 20, 36) + "/item.htm?q=" + (i & 7);
        }
        return urls;
    }
}
