package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one attempt has done since it began; every count only rises. Sources count what they read as {@code recordsIn},
 * sinks what they wrote as {@code recordsOut}.
 *
 * @param bytesIn encoded bytes that came from other processes
 * @param bytesOut encoded bytes that went to other processes
 * @param fenced messages of an older attempt, term or epoch that were dropped
 * @param late records that came for windows that were gone
 * @param credits frames that may be sent at once on the output with the least room, at the moment of the report; 0 while the
 *     task waits for a consumer, {@link #NO_OUTPUTS} where it has none
 * @param time how far event time has come, at the moment of the report
 * @param latencies by source, of this attempt; empty where no latency marker has come
 * @param written what went out on each edge, by its index, for a task whose outputs are more than one edge; else nothing
 * @param partitions of this attempt alone, never of several together: for these see {@link TaskStatus#partitions}
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
        long fenced,
        long late,
        long credits,
        TaskTime time,
        List<TaskLatency> latencies,
        SortedMap<Integer, Long> written,
        PartitionCounts partitions) {
    public static final long NO_OUTPUTS = -1;

    public TaskCounters {
        latencies = List.copyOf(latencies);
        written = Collections.unmodifiableSortedMap(new TreeMap<>(written));
    }

    /** Of a task with one output or none, which keeps nothing for its consumers. */
    public TaskCounters(
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
            long fenced,
            long late,
            long credits,
            TaskTime time,
            List<TaskLatency> latencies) {
        this(
                attempt,
                recordsIn,
                recordsOut,
                batchesIn,
                batchesOut,
                bytesIn,
                bytesOut,
                busyNs,
                idleNs,
                backPressuredNs,
                fenced,
                late,
                credits,
                time,
                latencies,
                Collections.emptySortedMap(),
                PartitionCounts.NONE);
    }

    /** Of a task without windows and outputs, before it knows a time. */
    public TaskCounters(
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
            long fenced) {
        this(
                attempt,
                recordsIn,
                recordsOut,
                batchesIn,
                batchesOut,
                bytesIn,
                bytesOut,
                busyNs,
                idleNs,
                backPressuredNs,
                fenced,
                0,
                NO_OUTPUTS,
                TaskTime.UNKNOWN,
                List.of());
    }
}
