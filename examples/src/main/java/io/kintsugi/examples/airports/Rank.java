package io.kintsugi.examples.airports;

/**
 * How much an airport matters, where 1 is the average.
 *
 * @param airport three-letter code
 * @param change since the superstep before
 */
public record Rank(String airport, double rank, double change) {}
