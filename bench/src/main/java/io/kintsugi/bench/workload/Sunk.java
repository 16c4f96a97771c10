package io.kintsugi.bench.workload;

/**
 * What arrived at the sinks of one run.
 *
 * @param count records
 * @param checksum W1: 0; W2: over the last count and sum of every key; B1: over words and counts; B2: over all records
 */
public record Sunk(long count, long checksum) {}
