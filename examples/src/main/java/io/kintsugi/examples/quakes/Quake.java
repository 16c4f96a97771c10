package io.kintsugi.examples.quakes;

/**
 * One seismic event as it was last published.
 *
 * @param time when it happened, in milliseconds since 1970
 * @param updated when it was published, in milliseconds since 1970
 * @param network code of the network that reported it
 */
public record Quake(long time, long updated, String network, String id, double magnitude, String place) {}
