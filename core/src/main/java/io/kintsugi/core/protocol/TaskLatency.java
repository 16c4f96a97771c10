package io.kintsugi.core.protocol;

/**
 * How long records take from a source to a task, as the last latency markers have found it, in milliseconds.
 *
 * @param source first step of the source's chain
 * @param maxMs the longest of them
 */
public record TaskLatency(String source, long p50Ms, long p99Ms, long maxMs) {}
