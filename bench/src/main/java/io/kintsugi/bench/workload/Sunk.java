package io.kintsugi.bench.workload;

/**
 * What arrived at the sinks of one run.
 *
 * @param count records
 * @param checksum over the last count and sum of every key; 0 where the workload has no keys
 */
public record Sunk(long count, long checksum) {}
