package io.kintsugi.examples.flights;

/**
 * How good a run of predictions was: count, log-loss and AUC, in 64 KiB whatever the count. Owned by one thread.
 *
 * <p>All of it is sums of integers, so adding predictions one by one, in another order, or in parts that are merged later
 * gives the same figures to the last bit. Its state is one array, merged by adding cell to cell:
 *
 * <pre>{@code
 * 0 .. BINS-1        on-time flights whose probability fell into the bin
 * BINS .. 2*BINS-1   late flights likewise
 * 2*BINS             sum of the log-losses, in millionths of a nat
 * 2*BINS + 1         all flights
 * }</pre>
 */
public final class Quality {

    /** Bins of equal width over the probabilities from 0 to 1. Two flights in one bin count as tied for the AUC. */
    public static final int BINS = 4096;

    /** A probability this near to 0 or 1 costs as much log-loss as this one: an infinite loss would end the measure. */
    public static final double PROBABILITY_MIN = 1e-6;

    private static final int CELLS = 2 * BINS + 2;
    private static final int LOSS = 2 * BINS;
    private static final int COUNT = LOSS + 1;
    private static final double LOSS_UNITS_PER_NAT = 1e6;

    private final long[] cells;

    private Quality(long[] cells) {
        this.cells = cells;
    }

    /** A measure of nothing yet. */
    public static Quality empty() {
        return new Quality(new long[CELLS]);
    }

    /** Goes on from stored {@link #cells()}. The array becomes the measure's own: it is not copied. */
    public static Quality of(long[] cells) {
        if (cells.length != CELLS) {
            throw new IllegalArgumentException("quality: expected " + CELLS + " cells, found " + cells.length);
        }
        return new Quality(cells);
    }

    /** Adds one prediction. Allocates nothing. */
    public void add(Prediction prediction) {
        double probability = prediction.probability();
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("quality: expected a probability from 0 to 1 for flight "
                    + prediction.flightId() + ", found " + probability);
        }
        int bin = Math.min((int) (probability * BINS), BINS - 1);
        cells[prediction.late() ? BINS + bin : bin]++;
        cells[LOSS] += Math.round(logLoss(probability, prediction.late()) * LOSS_UNITS_PER_NAT);
        cells[COUNT]++;
    }

    /** Adds all that another measure has seen. The other one stays as it is. */
    public void merge(Quality other) {
        for (int i = 0; i < CELLS; i++) {
            cells[i] += other.cells[i];
        }
    }

    /** Predictions seen. */
    public long count() {
        return cells[COUNT];
    }

    /** Predictions seen whose flight was late. Adds up {@value #BINS} cells. */
    public long late() {
        long late = 0;
        for (int i = BINS; i < 2 * BINS; i++) {
            late += cells[i];
        }
        return late;
    }

    /** Mean log-loss in nats, from 0 (sure and right) to 13.8 (sure and wrong); NaN while the count is 0. */
    public double logLoss() {
        return cells[LOSS] / LOSS_UNITS_PER_NAT / count();
    }

    /**
     * Chance that a late flight was given a higher probability than an on-time one, a tie counting half: 0.5 is
     * guessing, 1 is perfect. NaN until both kinds were seen. Within 0.001 of the exact figure on the bundled flights. Goes
     * through all cells.
     */
    public double auc() {
        double ordered = 0;
        long onTimeBelow = 0;
        for (int bin = 0; bin < BINS; bin++) {
            ordered += cells[BINS + bin] * (onTimeBelow + cells[bin] / 2.0);
            onTimeBelow += cells[bin];
        }
        return ordered / ((double) onTimeBelow * late());
    }

    /** The live state: {@code 2 * BINS + 2} cells. Adding and merging change it. */
    public long[] cells() {
        return cells;
    }

    /** Log-loss of one prediction in nats. */
    private static double logLoss(double probability, boolean late) {
        double ofLabel = late ? probability : 1 - probability;
        return -StrictMath.log(Math.min(Math.max(ofLabel, PROBABILITY_MIN), 1 - PROBABILITY_MIN));
    }
}
