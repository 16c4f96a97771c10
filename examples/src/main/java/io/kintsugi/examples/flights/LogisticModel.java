package io.kintsugi.examples.flights;

import java.util.Arrays;

/**
 * A logistic regression over hashed features, trained one example at a time. Owned by one thread.
 *
 * <p>Its state is two arrays of one length: a weight per slot, and the sum of squared gradients of that slot, which
 * starts at {@value #FIRST_SQUARE}. The same examples in the same order give the same bits on every JVM. Models are
 * never merged.
 *
 * <p>Algorithm: AdaGrad, Duchi et al. 2011, "Adaptive Subgradient Methods for Online Learning and Stochastic
 * Optimization".
 */
public final class LogisticModel {

    /** Step size of a slot that was never updated; found on the bundled flights. */
    public static final double LEARNING_RATE = 0.1;

    private static final double FIRST_SQUARE = 1.0;

    private final double[] weights;
    private final double[] squaredGradients;

    private LogisticModel(double[] weights, double[] squaredGradients) {
        this.weights = weights;
        this.squaredGradients = squaredGradients;
    }

    /** A model that says 0.5 to everything. */
    public static LogisticModel untrained(int slots) {
        double[] squaredGradients = new double[slots];
        Arrays.fill(squaredGradients, FIRST_SQUARE);
        return new LogisticModel(new double[slots], squaredGradients);
    }

    /** Goes on from stored state. The arrays have one length and become the model's own: they are not copied. */
    public static LogisticModel of(double[] weights, double[] squaredGradients) {
        if (weights.length != squaredGradients.length) {
            throw new IllegalArgumentException("logistic model: expected as many squared gradients as weights, found "
                    + squaredGradients.length + " and " + weights.length);
        }
        return new LogisticModel(weights, squaredGradients);
    }

    /** A copy that shares nothing with this model. */
    public LogisticModel copy() {
        return new LogisticModel(weights.clone(), squaredGradients.clone());
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

    /** The live weights, one per slot: what is stored as state. Learning changes them. */
    public double[] weights() {
        return weights;
    }

    /** The live sums of squared gradients, one per slot, from 1 up: what is stored as state. Learning changes them. */
    public double[] squaredGradients() {
        return squaredGradients;
    }
}
