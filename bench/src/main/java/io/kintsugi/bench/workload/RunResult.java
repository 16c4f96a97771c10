package io.kintsugi.bench.workload;

/**
 * What one run of one contender took and delivered.
 *
 * @param nanos from the start of the first source to the end of the last sink
 */
public record RunResult(long nanos, Sunk sunk) {}
