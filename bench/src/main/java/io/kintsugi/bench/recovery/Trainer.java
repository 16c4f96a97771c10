package io.kintsugi.bench.recovery;

import io.kintsugi.bench.workload.Bid;

/** The work of one trainer, the same in every engine: a logistic regression over hashed features, one step a bid. */
public final class Trainer {
    private static final int SLOTS = 1_024;
    private static final int KEYS = 1_000;
    private static final double STEP = 0.05;
    private static final double PROBABILITY_MIN = 1e-12;

    private final int subtask;
    private final TrainerLog log = TrainerLog.current();
    private final double[] weights;

    private Trainer(int subtask, double[] weights) {
        this.subtask = subtask;
        this.weights = weights;
    }

    /** The model of a trainer that has seen nothing. */
    public static double[] untrained() {
        return new double[SLOTS];
    }

    /**
     * Loads, and begins.
     *
     * @param weights the trainer's state; it changes them in place
     */
    public static Trainer open(int subtask, double[] weights) throws InterruptedException {
        load();
        return begin(subtask, weights);
    }

    /** What every trainer needs before it knows who it is; takes as long as the trial wants it to. */
    public static void load() throws InterruptedException {
        Thread.sleep(TrainerLog.current().trial().openMs());
    }

    /** @param weights the trainer's state; it changes them in place */
    public static Trainer begin(int subtask, double[] weights) {
        return new Trainer(subtask, weights);
    }

    /** The live state. */
    public double[] weights() {
        return weights;
    }

    /** @throws InjectedFailure once in a trial */
    public Metric learn(Bid bid) {
        if (log.take(subtask, System.nanoTime())) {
            throw new InjectedFailure();
        }
        int[] slots = {
            slot(bid.auction, 1),
            slot(bid.bidder, 2),
            slot(bid.price / 100, 3),
            slot(bid.channel.hashCode(), 4),
            slot(bid.url.hashCode(), 5)
        };
        double score = 0;
        for (int slot : slots) {
            score += weights[slot];
        }
        double probability = 1 / (1 + Math.exp(-score));
        boolean high = bid.price + bid.auction % 7 * 300 > 5_500;
        double gradient = STEP * ((high ? 1 : 0) - probability);
        for (int slot : slots) {
            weights[slot] += gradient;
        }
        double ofLabel = high ? probability : 1 - probability;
        return new Metric(bid.auction % KEYS, -Math.log(Math.max(ofLabel, PROBABILITY_MIN)), bid.timestampMs);
    }

    private static int slot(long value, int feature) {
        long mixed = (value * 31 + feature) * 0x9e3779b97f4a7c15L;
        return (int) (mixed >>> 40) & (SLOTS - 1);
    }
}
