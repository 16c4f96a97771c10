package io.kintsugi.bench.workload;

/**
 * Measures one run, from the start of the first source to the end of the last sink, so that starting an engine does not
 * count. Found through a static field, since engines may ship their functions as bytes; one run at a time in a JVM.
 */
public final class Meter {
    private static volatile Meter current = new Meter();

    private long startNs = Long.MAX_VALUE;
    private long endNs = Long.MIN_VALUE;
    private long count;
    private long sum;
    private long outOfOrder;
    private final FinalSums sums = new FinalSums();
    private boolean keyed;

    private Meter() {}

    /** What the engine does between the two ends; returns when the job is over. */
    @FunctionalInterface
    public interface Job {
        void run() throws Exception;
    }

    /** @throws IllegalStateException if the job ended without a source or without a sink, or its order was wrong */
    public static RunResult measure(Job job) throws Exception {
        Meter meter = new Meter();
        current = meter;
        job.run();
        return meter.result();
    }

    public static Meter current() {
        return current;
    }

    /** Starts the clock, if no other source did so before: call it when the first record is about to be made. */
    public synchronized void sourceStarted() {
        startNs = Math.min(startNs, System.nanoTime());
    }

    void sinkEnded(long records) {
        sinkEnded(records, 0);
    }

    /** @param subtaskSum in which the order of the records does not count */
    synchronized void sinkEnded(long records, long subtaskSum) {
        endNs = Math.max(endNs, System.nanoTime());
        count += records;
        sum += subtaskSum;
    }

    /** @param records that came to a sink behind one that they belong before */
    synchronized void outOfOrder(long records) {
        outOfOrder += records;
    }

    void sinkEnded(long records, FinalSums subtaskSums) {
        sinkEnded(records);
        synchronized (this) {
            keyed = true;
            sums.merge(subtaskSums);
        }
    }

    private synchronized RunResult result() {
        if (startNs == Long.MAX_VALUE || endNs == Long.MIN_VALUE) {
            throw new IllegalStateException("the job ended, but not one of its %s reported to the meter"
                    .formatted(startNs == Long.MAX_VALUE ? "sources" : "sinks"));
        }
        if (outOfOrder > 0) {
            throw new IllegalStateException(
                    "%d of %d records came to a sink behind one that they belong before".formatted(outOfOrder, count));
        }
        return new RunResult(endNs - startNs, new Sunk(count, keyed ? sums.checksum() : sum));
    }
}
