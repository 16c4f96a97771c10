package io.kintsugi.node.metrics;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskLatency;
import io.kintsugi.core.protocol.TaskReport;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Meters for each task that runs or ran on this node, with the tags job, vertex and subtask. Counters only rise, also when a
 * task begins again with a new attempt or a new run of its job.
 */
final class TaskMeters {
    /** Jobs whose meters are kept; the one that reported least recently goes first. */
    static final int JOBS_MAX = 200;

    private static final double NS_PER_SECOND = 1e9;
    private static final double MS_PER_SECOND = 1e3;

    private final MeterRegistry registry;
    private final Map<String, JobMeters> jobs = new LinkedHashMap<>();

    TaskMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    synchronized void report(TaskReport report) {
        String job = report.job().name();
        JobMeters meters = jobs.remove(job);
        if (meters == null) {
            forgetOldest();
            meters = new JobMeters();
        }
        jobs.put(job, meters);
        for (TaskCounters counters : report.tasks()) {
            TaskId task = counters.attempt().task();
            TaskTotals totals = meters.tasks.computeIfAbsent(
                    task, id -> register(job, id, counters.credits() != TaskCounters.NO_OUTPUTS));
            totals.take(report.job().run(), counters);
            Registration latencies = new Registration(totals, tags(job, task));
            counters.latencies().forEach(latency -> latencies.latencies(latency.source()));
        }
    }

    private void forgetOldest() {
        if (jobs.size() == JOBS_MAX) {
            Iterator<JobMeters> leastRecentFirst = jobs.values().iterator();
            JobMeters oldest = leastRecentFirst.next();
            leastRecentFirst.remove();
            oldest.tasks.values().forEach(task -> task.meters.values().forEach(registry::remove));
        }
    }

    private TaskTotals register(String job, TaskId task, boolean outputs) {
        TaskTotals totals = new TaskTotals();
        Registration meters = new Registration(totals, tags(job, task));
        meters.counter("records.in", "", "Records taken in; what a source has read.", Sum::recordsIn);
        meters.counter("records.out", "", "Records sent on; what a sink has written.", Sum::recordsOut);
        meters.counter("batches.in", "", "Batches taken in.", Sum::batchesIn);
        meters.counter("batches.out", "", "Batches sent on.", Sum::batchesOut);
        meters.counter("received", "bytes", "Encoded bytes from other processes.", Sum::bytesIn);
        meters.counter("sent", "bytes", "Encoded bytes to other processes.", Sum::bytesOut);
        meters.counter("busy", "seconds", "Time at work.", sum -> sum.busyNs() / NS_PER_SECOND);
        meters.counter("idle", "seconds", "Time without input.", sum -> sum.idleNs() / NS_PER_SECOND);
        meters.counter(
                "backpressured",
                "seconds",
                "Time in which an output was full.",
                sum -> sum.backPressuredNs() / NS_PER_SECOND);
        meters.counter("fenced.messages", "", "Dropped messages of older attempts, terms or epochs.", Sum::fenced);
        meters.counter("late.records", "", "Records that came for windows that were gone.", Sum::late);
        if (outputs) {
            meters.gauge("credits", "Frames that the output with the least room may send; 0 waits for a consumer.");
        }
        return totals;
    }

    private static Tags tags(String job, TaskId task) {
        return Tags.of("job", job, "vertex", task.vertex(), "subtask", Integer.toString(task.subtask()));
    }

    private static final class JobMeters {
        private final Map<TaskId, TaskTotals> tasks = new TreeMap<>();
    }

    /** Puts the meters of one task into the registry. */
    private final class Registration {
        private final TaskTotals totals;
        private final Tags tags;

        private Registration(TaskTotals totals, Tags tags) {
            this.totals = totals;
            this.tags = tags;
        }

        private void gauge(String name, String description) {
            totals.meters.put(
                    name,
                    Gauge.builder("kintsugi.task." + name, totals, task -> task.credits)
                            .tags(tags)
                            .description(description)
                            .register(registry));
        }

        /** Unless they are there: how long records take from a source. */
        private void latencies(String source) {
            latency(source, "0.5", TaskLatency::p50Ms);
            latency(source, "0.99", TaskLatency::p99Ms);
            latency(source, "1", TaskLatency::maxMs);
        }

        private void latency(String source, String quantile, ToLongFunction<TaskLatency> figure) {
            totals.meters.computeIfAbsent(
                    "latency/" + source + "/" + quantile,
                    name -> Gauge.builder("kintsugi.task.latency", totals, task -> task.latencySeconds(source, figure))
                            .tags(tags.and("source", source, "quantile", quantile))
                            .baseUnit("seconds")
                            .description("How long records take from the source, by the last latency markers.")
                            .register(registry));
        }

        private void counter(String name, String unit, String description, ToDoubleFunction<Sum> figure) {
            totals.meters.put(
                    name,
                    FunctionCounter.builder("kintsugi.task." + name, totals, task -> figure.applyAsDouble(task.sum))
                            .tags(tags)
                            .baseUnit(unit.isEmpty() ? null : unit)
                            .description(description)
                            .register(registry));
        }
    }

    /** What a task has done in all its attempts. The registry reads the sum from any thread. */
    private static final class TaskTotals {
        private final Map<String, Meter> meters = new TreeMap<>();
        private volatile Sum sum = Sum.ZERO;
        private volatile long credits;
        private volatile List<TaskLatency> latencies = List.of();
        private Sum before = Sum.ZERO;
        private long run;
        private int attempt;

        private void take(long ofRun, TaskCounters counters) {
            int number = counters.attempt().number();
            boolean older = ofRun < run || (ofRun == run && number < attempt);
            if (older) {
                return;
            }
            if (ofRun > run || number > attempt) {
                before = sum;
                run = ofRun;
                attempt = number;
            }
            sum = before.plus(counters);
            credits = counters.credits();
            latencies = counters.latencies();
        }

        /** Not a number where no marker has come to the newest attempt. */
        private double latencySeconds(String source, ToLongFunction<TaskLatency> figure) {
            return latencies.stream()
                    .filter(latency -> latency.source().equals(source))
                    .mapToLong(figure)
                    .mapToDouble(ms -> ms / MS_PER_SECOND)
                    .findFirst()
                    .orElse(Double.NaN);
        }
    }

    /** Counters of several attempts together. */
    private record Sum(
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
            long late) {
        private static final Sum ZERO = new Sum(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

        Sum plus(TaskCounters counters) {
            return new Sum(
                    recordsIn + counters.recordsIn(),
                    recordsOut + counters.recordsOut(),
                    batchesIn + counters.batchesIn(),
                    batchesOut + counters.batchesOut(),
                    bytesIn + counters.bytesIn(),
                    bytesOut + counters.bytesOut(),
                    busyNs + counters.busyNs(),
                    idleNs + counters.idleNs(),
                    backPressuredNs + counters.backPressuredNs(),
                    fenced + counters.fenced(),
                    late + counters.late());
        }
    }
}
