package io.kintsugi.examples.quakes;

import io.kintsugi.connectors.console.PrintSink;
import io.kintsugi.connectors.files.FileSink;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.graph.ExecutionMode;
import java.nio.file.Path;

/**
 * Finds kinds of earthquakes by their magnitude and by how long it took until the last word about them: k-means, in
 * supersteps.
 *
 * <pre>
 * reports(1) ═══════by index════════╗
 * first(1) ─▶ centers-start(1) ══all══▶ nearest(p) ══by center══▶ middle(p) ─▶ centers(1) ─▶ out(1)
 *                 ▲                                                               │
 *                 └───────────────────────── next superstep ──────────────────────┘
 * </pre>
 *
 * <p>Parameters, all optional: {@code centers} (how many, default 4), {@code supersteps} (at most, default 100),
 * {@code parallelism} (default 1), {@code output} (folder; without it, centers are printed by the worker), {@code name} of the job.
 *
 * <p>Algorithm: Lloyd 1982, "Least squares quantization in PCM"; the first centers are reports with equal distances in the list.
 */
public final class CentersJob implements JobBuilder {
    private static final int CENTERS = 4;
    private static final int SUPERSTEPS = 100;
    private static final int SUPERSTEPS_MAX = 10_000;
    private static final int PARALLELISM_MAX = 128;
    /** All centers together; they come to rest, since there are only so many ways to divide the reports. */
    private static final double MOVED_MAX = 1e-12;

    @Override
    public Job build(JobParameters parameters) {
        JobDraft job = Job.named(parameters.text("name", "centers")).mode(ExecutionMode.BATCH);
        int count = parameters.number("centers", CENTERS, 1, Quakes.EVENTS);
        int supersteps = parameters.number("supersteps", SUPERSTEPS, 1, SUPERSTEPS_MAX);
        int parallelism = parameters.number("parallelism", 1, 1, PARALLELISM_MAX);
        String output = parameters.text("output", "");
        parameters.requireAllRead();
        Stream<Center> centers = centers(job, count, parallelism, supersteps);
        if (output.isEmpty()) {
            centers.sink("out", PrintSink.toStandardOutput());
        } else {
            centers.sink("out", FileSink.<Center>json(Path.of(output))).blocking();
        }
        return job.build();
    }

    private static Stream<Center> centers(JobDraft job, int count, int parallelism, int supersteps) {
        Stream<Report> reports = job.source(
                "reports", GeneratorSource.of(Report.class, Report::of).records(Quakes.EVENTS));
        Stream<Center> first = job.source(
                "first",
                GeneratorSource.of(Center.class, number -> first((int) number, count))
                        .records(count));
        return job.iterate(
                "centers",
                first,
                centers -> reports.keyBy(Report::index)
                        .connectBroadcast(centers)
                        .process("nearest", Nearest::new)
                        .parallelism(parallelism)
                        .keyBy(Nearest.Belongs::number)
                        .process("middle", Middle::new),
                Until.sumAtMost(MOVED_MAX, Center::moved).orSupersteps(supersteps));
    }

    static Center first(int number, int count) {
        Report report = Report.of((long) number * Quakes.EVENTS / count);
        return new Center(number, report.magnitude(), report.delay(), 0, 0);
    }
}
