package io.kintsugi.coordinator.execution;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.protocol.PartitionCounts;
import io.kintsugi.core.protocol.TaskCounters;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What all attempts of a task have counted together; no figure ever falls, although reports get lost, arrive twice or out
 * of order, and each attempt counts from 0.
 */
final class TaskCounts {
    private @Nullable TaskCounters ended;
    private @Nullable TaskCounters current;
    private PartitionCounts partitions = PartitionCounts.NONE;

    /** Takes the newest figures of an attempt; those of an attempt before the newest one known are ignored. */
    void add(TaskCounters reported) {
        TaskCounters known = current;
        if (known == null) {
            current = reported;
            partitions = reported.partitions();
        } else if (reported.attempt().number() == known.attempt().number()) {
            current = combine(known, reported, Math::max);
            partitions = reported.partitions();
        } else if (reported.attempt().number() > known.attempt().number()) {
            ended = ended == null ? known : combine(ended, known, Long::sum);
            current = reported;
            partitions = reported.partitions();
        }
    }

    /** The sum over all attempts, under the name of {@code attempt}; empty before the first report. */
    Optional<TaskCounters> total(AttemptId attempt) {
        if (current == null) {
            return Optional.empty();
        }
        TaskCounters sum = ended == null ? current : combine(ended, current, Long::sum);
        return Optional.of(combine(named(attempt), sum, Long::sum));
    }

    /** What this attempt alone has kept; empty before its first report. */
    Optional<PartitionCounts> partitions(AttemptId attempt) {
        return current != null && current.attempt().equals(attempt) ? Optional.of(partitions) : Optional.empty();
    }

    /** Of all attempts together. */
    long recordsIn() {
        return (ended == null ? 0 : ended.recordsIn()) + (current == null ? 0 : current.recordsIn());
    }

    private static TaskCounters named(AttemptId attempt) {
        return new TaskCounters(attempt, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    private interface Figures {
        long of(long a, long b);
    }

    /** @param b the newer ones, whose credits, time and latencies they are; partitions are counted apart */
    private static TaskCounters combine(TaskCounters a, TaskCounters b, Figures figures) {
        return new TaskCounters(
                a.attempt(),
                figures.of(a.recordsIn(), b.recordsIn()),
                figures.of(a.recordsOut(), b.recordsOut()),
                figures.of(a.batchesIn(), b.batchesIn()),
                figures.of(a.batchesOut(), b.batchesOut()),
                figures.of(a.bytesIn(), b.bytesIn()),
                figures.of(a.bytesOut(), b.bytesOut()),
                figures.of(a.busyNs(), b.busyNs()),
                figures.of(a.idleNs(), b.idleNs()),
                figures.of(a.backPressuredNs(), b.backPressuredNs()),
                figures.of(a.fenced(), b.fenced()),
                figures.of(a.late(), b.late()),
                b.credits(),
                b.time(),
                b.latencies(),
                combine(a.written(), b.written(), figures),
                PartitionCounts.NONE);
    }

    private static SortedMap<Integer, Long> combine(
            SortedMap<Integer, Long> a, SortedMap<Integer, Long> b, Figures figures) {
        TreeMap<Integer, Long> all = new TreeMap<>(a);
        b.forEach((edge, records) -> all.merge(edge, records, figures::of));
        return all;
    }
}
