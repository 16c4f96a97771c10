package io.kintsugi.connectors.generator;

/**
 * Says how many records are due to keep a rate. A reader that was held up catches up with at most {@link #BURST_NS} of
 * records, so that a pause of an hour does not become a flood.
 */
final class Pace {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long BURST_NS = SECOND_NS / 10;

    /** More frequent calls than this bring nothing. */
    private static final long IDLE_MIN_NS = 1_000_000;

    private final double nsPerRecord;
    private boolean started;
    private long originNs;

    /** When the next record is due, in nanoseconds since {@link #originNs}. */
    private double dueAtNs;

    private Pace(double nsPerRecord) {
        this.nsPerRecord = nsPerRecord;
    }

    /** @param perSecond 0 for no limit */
    static Pace of(double perSecond) {
        return new Pace(perSecond == 0 ? 0 : SECOND_NS / perSecond);
    }

    /** From 0 to {@code limit}. */
    int due(int limit, long nowNs) {
        if (nsPerRecord == 0) {
            return limit;
        }
        if (!started) {
            started = true;
            originNs = nowNs;
        }
        double elapsedNs = nowNs - originNs;
        dueAtNs = Math.max(dueAtNs, elapsedNs - Math.max(BURST_NS, nsPerRecord));
        return elapsedNs < dueAtNs ? 0 : (int) Math.min(limit, 1 + Math.floor((elapsedNs - dueAtNs) / nsPerRecord));
    }

    void emitted(int records) {
        dueAtNs += records * nsPerRecord;
    }

    long idleNs() {
        return Math.max(IDLE_MIN_NS, (long) nsPerRecord);
    }
}
