package io.kintsugi.examples.flights;

import java.util.Arrays;

/**
 * A logistic regression over hashed features, trained one example at a time. Owned by one thread.
 *
 * <p>The same examples in the same order give the same bits on every JVM. Models are never merged.
 *
 * <p>Algorithm: AdaGrad, Duchi et al. 2011, "Adaptive Subgradient Methods for Online Learning and Stochastic
 * Optimization".
 *
 * @param weights one per slot; learning changes them, so they become the model's own
 * @param squaredGradients sum of those of each slot, from {@value #FIRST_SQUARE} up; likewise
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares models, and to share the arrays is meant.
public record LogisticModel(double[] weights, double[] squaredGradients) {

    /** Step size of a slot that was never updated; found on the bundled flights. */
    public static final double LEARNING_RATE = 0.1;

    private static final double FIRST_SQUARE = 1.0;

    public LogisticModel {
        if (weights.length != squaredGradients.length) {
            throw new IllegalArgumentException("logistic model: expected as many squared gradients as weights, found "
                    + squaredGradients.length + " and " + weights.length);
        }
    }

    /** A model that says 0.5 to everything. */
    public static LogisticModel untrained(int slots) {
        double[] squaredGradients = new double[slots];
        Arrays.fill(squaredGradients, FIRST_SQUARE);
        return new LogisticModel(new double[slots], squaredGradients);
    }

    /** The probability of the label, from 0 to 1. Changes nothing. */
    public double predict(int[] slots) {
        double score = 0;
        for (int slot : slots) {
            score += weights[slot];
        }
        return 1 / (1 + StrictMath.exp(-score));
    }

    /**
     * Tests, then trains: predicts, and only then learns the label. Allocates nothing.
     *
     * @return the probability from before the label was learned
     */
    public double learn(int[] slots, boolean label) {
        double probability = predict(slots);
        double gradient = label ? probability - 1 : probability;
        double square = gradient * gradient;
        double step = LEARNING_RATE * gradient;
        for (int slot : slots) {
            squaredGradients[slot] += square;
            weights[slot] -= step / Math.sqrt(squaredGradients[slot]);
        }
        return probability;
    }
}
