package io.kintsugi.examples.flights;

/**
 * What a trainer said about a flight before it learned how late the flight was.
 *
 * @param flightId of the {@link Flight}
 * @param trainer subtask whose model said it, from 0
 * @param late the label: whether the flight was late
 * @param probability of being late, from 0 to 1
 * @param timestampMs of the flight
 */
public record Prediction(long flightId, int trainer, boolean late, double probability, long timestampMs) {}
