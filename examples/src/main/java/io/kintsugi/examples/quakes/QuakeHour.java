package io.kintsugi.examples.quakes;

/**
 * What one network saw in one hour.
 *
 * @param hour begin of the hour in UTC, in milliseconds since 1970
 * @param quakes at least 1
 * @param strongest highest magnitude
 */
public record QuakeHour(String network, long hour, long quakes, double strongest) {}
