package io.kintsugi.examples.airports;

/**
 * An edge of the graph.
 *
 * @param from three-letter code
 * @param to three-letter code
 * @param share of the flights from there that go this way, above 0
 */
public record Route(String from, String to, double share) {}
