package io.kintsugi.bench.workload;

/** One source subtask's share of the records: id, id + SPLITS, id + 2 * SPLITS, ... below the end. */
public final class Split<T> {
    /** Sources in every workload. */
    public static final int SPLITS = 2;

    private final Records<T> from;
    private final int id;
    private final long end;
    private long next;

    /** @param records of the whole workload, not of this split */
    public Split(Records<T> from, int id, long records) {
        this(from, id, records, id);
    }

    /** Goes on at a position that {@link #position} gave. */
    public Split(Records<T> from, int id, long records, long position) {
        this.from = from;
        this.id = id;
        this.end = records;
        this.next = position;
    }

    /** Of the bids of W1, W2 and W6. */
    public static Split<Bid> ofBids(int id, long records) {
        return new Split<>(BidGenerator.BIDS, id, records);
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

    public T take() {
        T value = from.record(next);
        next += SPLITS;
        return value;
    }
}
