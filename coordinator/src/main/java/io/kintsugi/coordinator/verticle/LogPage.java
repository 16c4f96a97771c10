package io.kintsugi.coordinator.verticle;

/**
 * A part of a log, newest first.
 *
 * @param after only entries with higher numbers
 * @param before only entries with lower numbers
 * @param limit how many at most
 */
public record LogPage(long after, long before, int limit) {}
