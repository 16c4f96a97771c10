package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;

/**
 * What one attempt has done since it began; every figure only rises. Sources count what they read as {@code recordsIn},
 * sinks what they wrote as {@code recordsOut}.
 *
 * @param bytesIn encoded bytes that came from other processes
 * @param bytesOut encoded bytes that went to other processes
 * @param fenced messages of an older attempt, term or epoch that were dropped
 */
public record TaskCounters(
        AttemptId attempt,
        long recordsIn,
        long recordsOut,
        long batchesIn,
        long batchesOut,
        long bytesIn,
        long bytesOut,
        long busyNs,
        long idleNs,
        long backPressuredNs,
        long fenced) {}
