package io.kintsugi.bench.workload;

/** One source subtask's share of the stream: records id, id + SPLITS, id + 2 * SPLITS, ... below the end. */
public final class Split {
    /** Sources in every workload. */
    public static final int SPLITS = 2;

    private static final long SEED = 42;

    private final BidGenerator generator = new BidGenerator(SEED);
    private final int id;
    private final long end;
    private long next;

    /** @param records of the whole stream, not of this split */
    public Split(int id, long records) {
        this(id, records, id);
    }

    /** Goes on at a position that {@link #position} gave. */
    public Split(int id, long records, long position) {
        this.id = id;
        this.end = records;
        this.next = position;
    }

    public int id() {
        return id;
    }

    public long position() {
        return next;
    }

    public boolean done() {
        return next >= end;
    }

    public Bid take() {
        Bid bid = generator.bid(next);
        next += SPLITS;
        return bid;
    }
}
