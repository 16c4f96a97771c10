package io.kintsugi.coordinator.history;

import io.kintsugi.core.protocol.TaskCounters;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one task does per second, by the last two reports that count it. Reports come about once a second, so the time
 * between two of them, rather than between two looks at them, gives steady figures.
 */
final class TaskRates {
    /** A task that is not heard of for so long does nothing. */
    static final long SILENT_MS = 2_500;

    private @Nullable TaskCounters last;
    private long lastAtMs;
    private double inPerS;
    private double outPerS;
    private final Map<Integer, Double> writtenPerS = new TreeMap<>();
    private double busy;
    private double backPressured;

    /** @param atMs when the report came that has the figures */
    void take(TaskCounters total, long atMs) {
        TaskCounters before = last;
        if (before != null && atMs <= lastAtMs) {
            return;
        }
        if (before != null) {
            double ms = atMs - lastAtMs;
            inPerS = (total.recordsIn() - before.recordsIn()) * 1_000 / ms;
            outPerS = (total.recordsOut() - before.recordsOut()) * 1_000 / ms;
            total.written()
                    .forEach((edge, records) ->
                            writtenPerS.put(edge, (records - before.written().getOrDefault(edge, 0L)) * 1_000 / ms));
            busy = share(total.busyNs() - before.busyNs(), ms);
            backPressured = share(total.backPressuredNs() - before.backPressuredNs(), ms);
        }
        last = total;
        lastAtMs = atMs;
    }

    private static double share(long ns, double ms) {
        return Math.min(1, TimeUnit.NANOSECONDS.toMicros(ns) / 1_000.0 / ms);
    }

    boolean isSilent(long nowMs) {
        return last == null || nowMs - lastAtMs > SILENT_MS;
    }

    double inPerS() {
        return inPerS;
    }

    double outPerS() {
        return outPerS;
    }

    /** By index of the edge; nothing for a task that writes to one only. */
    Map<Integer, Double> writtenPerS() {
        return writtenPerS;
    }

    double busy() {
        return busy;
    }

    double backPressured() {
        return backPressured;
    }
}
