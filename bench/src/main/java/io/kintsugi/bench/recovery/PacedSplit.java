package io.kintsugi.bench.recovery;

import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.BidGenerator;
import io.kintsugi.bench.workload.Split;

/** A share of the bids, each of which is due at its time, whatever happened before: an open loop. */
public final class PacedSplit {
    private static final long NS_PER_BID = 1_000_000_000 / Trial.BIDS_PER_SECOND;

    private final Split<Bid> split;
    private final long startNs = TrainerLog.current().sourcesStartNs();

    private PacedSplit(Split<Bid> split) {
        this.split = split;
    }

    public static PacedSplit of(int id) {
        return at(id, id);
    }

    /** @param position as {@link #position} gave it */
    public static PacedSplit at(int id, long position) {
        return new PacedSplit(
                new Split<>(BidGenerator.BIDS, id, TrainerLog.current().trial().bids(), position));
    }

    public int id() {
        return split.id();
    }

    public long position() {
        return split.position();
    }

    public boolean done() {
        return split.done();
    }

    /** Until the next bid is due, in nanoseconds; 0 or less when it is. */
    public long waitNs() {
        return startNs + split.position() * NS_PER_BID - System.nanoTime();
    }

    public Bid take() {
        return split.take();
    }
}
