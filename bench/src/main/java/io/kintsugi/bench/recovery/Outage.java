package io.kintsugi.bench.recovery;

/**
 * What a trial showed. The others are the trainers that did not fail; a gap is the longest time in which one of them took no
 * record.
 *
 * @param backMs from the exception to the next record of the trainer that threw it
 * @param baselineGapMs of the others, before the failure
 * @param gapMs of the others, from the failure on
 * @param othersShare records of the others within {@link Trial#WINDOW_MS} after the failure, in relation to before
 */
public record Outage(int backMs, int baselineGapMs, int gapMs, double othersShare) {}
