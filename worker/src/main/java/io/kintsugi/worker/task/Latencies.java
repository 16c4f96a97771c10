package io.kintsugi.worker.task;

import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.TaskLatency;
import io.kintsugi.worker.operator.WallClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Says when a source is to send a latency marker, and keeps how long the last ones took that came to a task. Used by the
 * task's thread only.
 */
final class Latencies {
    /** Markers of one source that the figures are made of. */
    static final int MARKERS_MAX = 128;

    private final Plan plan;
    private final int vertex;
    private final WallClock clock;
    private final long intervalNs;
    /** By the index of their source. */
    private final Map<Integer, Taken> taken = new TreeMap<>();

    private boolean begun;
    private long sentNs;

    Latencies(Plan plan, TaskId task, WallClock clock) {
        this.plan = plan;
        this.vertex = plan.vertex(task).index();
        this.clock = clock;
        this.intervalNs = TimeUnit.MILLISECONDS.toNanos(plan.latencyMarkersMs());
    }

    /** Whether a source is to send one now; never in a job without. The first comes one interval after the first call. */
    boolean due(long nowNs) {
        if (intervalNs == 0) {
            return false;
        }
        boolean due = begun && nowNs - sentNs >= intervalNs;
        if (due || !begun) {
            begun = true;
            sentNs = nowNs;
        }
        return due;
    }

    /** The one that a source sends. */
    LatencyMarker next() {
        return new LatencyMarker(vertex, clock.epochMs());
    }

    /** One has come. Where the clock of its node is ahead of this one it took no time. */
    void take(LatencyMarker marker) {
        taken.computeIfAbsent(marker.source(), source -> new Taken())
                .add(Math.max(0, clock.epochMs() - marker.epochMs()));
    }

    List<TaskLatency> figures() {
        List<TaskLatency> figures = new ArrayList<>();
        taken.forEach((source, delays) ->
                figures.add(delays.figures(plan.vertices().get(source).name())));
        return figures;
    }

    /** The delays of the last markers of one source, in milliseconds. */
    private static final class Taken {
        private final long[] delays = new long[MARKERS_MAX];
        private long count;

        void add(long delayMs) {
            delays[(int) (count++ % MARKERS_MAX)] = delayMs;
        }

        TaskLatency figures(String source) {
            long[] sorted = Arrays.copyOf(delays, (int) Math.min(count, MARKERS_MAX));
            Arrays.sort(sorted);
            return new TaskLatency(source, rank(sorted, 50), rank(sorted, 99), sorted[sorted.length - 1]);
        }

        /** The least of them that no fewer than {@code percent} of them do not exceed. */
        private static long rank(long[] sorted, int percent) {
            return sorted[(sorted.length * percent + 99) / 100 - 1];
        }
    }
}
