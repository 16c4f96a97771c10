package io.kintsugi.coordinator.history;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.JobMetrics.Series;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.VertexSample;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the vertices of a job did in the last minutes, one point a second, the oldest forgotten first. Not for several threads. */
public final class MetricsHistory {
    private final List<String> vertices;
    private final int pointsMax;
    private final Map<TaskId, Long> reportedAtMs = new TreeMap<>();
    private final Map<TaskId, TaskRates> rates = new TreeMap<>();
    private final Deque<Point> points = new ArrayDeque<>();

    private record Point(long atMs, Map<String, VertexSample> vertices) {}

    /** @param vertices in the order of the plan */
    public MetricsHistory(Collection<String> vertices, int pointsMax) {
        this.vertices = List.copyOf(vertices);
        this.pointsMax = pointsMax;
    }

    /** A worker has told what its tasks have counted. */
    public void reported(TaskReport report, long nowMs) {
        report.tasks().forEach(counters -> reportedAtMs.put(counters.attempt().task(), nowMs));
    }

    /**
     * How things are now, by vertex.
     *
     * @param tasks what all attempts of each have counted
     * @param stateBytes by vertex; nothing where it is not known
     */
    public Map<String, VertexSample> now(List<TaskStatus> tasks, Map<String, Long> stateBytes, long nowMs) {
        Map<String, Sum> sums = new LinkedHashMap<>();
        vertices.forEach(vertex -> sums.put(vertex, new Sum(nowMs)));
        for (TaskStatus task : tasks) {
            TaskId id = task.attempt().task();
            TaskCounters counters = task.counters();
            Sum sum = sums.get(id.vertex());
            if (counters != null && sum != null) {
                TaskRates own = rates.computeIfAbsent(id, one -> new TaskRates());
                own.take(counters, reportedAtMs.getOrDefault(id, nowMs));
                sum.add(counters, own);
            }
        }
        Map<String, VertexSample> samples = new LinkedHashMap<>();
        sums.forEach((vertex, sum) ->
                samples.put(vertex, sum.sample(stateBytes.getOrDefault(vertex, VertexSample.UNKNOWN))));
        return samples;
    }

    /** Records per second on each edge, by its index, as far as their producers tell them apart; by the last look at {@link #now}. */
    public SortedMap<Integer, Double> writtenPerS(long nowMs) {
        SortedMap<Integer, Double> edges = new TreeMap<>();
        for (TaskRates task : rates.values()) {
            boolean silent = task.isSilent(nowMs);
            task.writtenPerS().forEach((edge, perS) -> edges.merge(edge, silent ? 0 : perS, Double::sum));
        }
        return edges;
    }

    /** Remembers {@link #now}. */
    public void sample(List<TaskStatus> tasks, Map<String, Long> stateBytes, long nowMs) {
        points.addLast(new Point(nowMs, now(tasks, stateBytes, nowMs)));
        if (points.size() > pointsMax) {
            points.removeFirst();
        }
    }

    /**
     * What is known of a time.
     *
     * @param timesMs of the points, oldest first
     * @param series by vertex, with a point for each time
     */
    public record Window(List<Long> timesMs, List<Series> series) {}

    /** The points after {@code fromMs}; those within the same step are one, with the mean of what they did per second. */
    public Window since(long fromMs, long stepMs) {
        List<List<Point>> steps = new ArrayList<>();
        long step = Long.MIN_VALUE;
        for (Point point : points) {
            if (point.atMs() <= fromMs) {
                continue;
            }
            if (point.atMs() / stepMs != step) {
                step = point.atMs() / stepMs;
                steps.add(new ArrayList<>());
            }
            steps.get(steps.size() - 1).add(point);
        }
        List<Long> times =
                steps.stream().map(one -> one.get(one.size() - 1).atMs()).toList();
        return new Window(
                times,
                vertices.stream()
                        .map(vertex -> new Series(
                                vertex,
                                steps.stream().map(one -> mean(one, vertex)).toList()))
                        .toList());
    }

    private static VertexSample mean(List<Point> step, String vertex) {
        List<VertexSample> samples = step.stream()
                .map(point -> point.vertices().getOrDefault(vertex, VertexSample.NONE))
                .toList();
        VertexSample last = samples.get(samples.size() - 1);
        return new VertexSample(
                last.recordsIn(),
                last.recordsOut(),
                last.late(),
                samples.stream()
                        .mapToDouble(VertexSample::recordsInPerS)
                        .average()
                        .orElse(0),
                samples.stream()
                        .mapToDouble(VertexSample::recordsOutPerS)
                        .average()
                        .orElse(0),
                samples.stream().mapToDouble(VertexSample::busy).average().orElse(0),
                samples.stream()
                        .mapToDouble(VertexSample::backPressured)
                        .average()
                        .orElse(0),
                last.watermark(),
                last.stateBytes());
    }

    /** The tasks of one vertex together. */
    private static final class Sum {
        private final long nowMs;
        private long in;
        private long out;
        private long late;
        private double inPerS;
        private double outPerS;
        private double busy;
        private double backPressured;
        private int heard;
        private long watermark = Long.MAX_VALUE;

        Sum(long nowMs) {
            this.nowMs = nowMs;
        }

        void add(TaskCounters counters, TaskRates rates) {
            in += counters.recordsIn();
            out += counters.recordsOut();
            late += counters.late();
            if (counters.time().known()) {
                watermark = Math.min(watermark, counters.time().watermark());
            }
            if (!rates.isSilent(nowMs)) {
                heard++;
                inPerS += rates.inPerS();
                outPerS += rates.outPerS();
                busy += rates.busy();
                backPressured += rates.backPressured();
            }
        }

        VertexSample sample(long stateBytes) {
            int share = Math.max(1, heard);
            long behind = watermark == Long.MAX_VALUE ? Long.MIN_VALUE : watermark;
            return new VertexSample(
                    in, out, late, inPerS, outPerS, busy / share, backPressured / share, behind, stateBytes);
        }
    }
}
