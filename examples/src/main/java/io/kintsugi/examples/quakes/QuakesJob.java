package io.kintsugi.examples.quakes;

import io.kintsugi.connectors.console.PrintSink;
import io.kintsugi.connectors.files.FileSink;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.window.Windows;
import io.kintsugi.examples.Checkpoints;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Counts earthquakes by network and hour, by the time at which they happened, from reports in the order in which they were
 * published.
 *
 * <pre>
 * quakes(1) ==by network==▶ hourly(p) ──▶ hours(p)
 *                              └──late──▶ late(p), with an output folder only
 * </pre>
 *
 * <p>Parameters, all optional: {@code bound} (hours that a report may be late, default 6), {@code rate} in records/s (0 =
 * unpaced), {@code parallelism} of the windows (default 1), {@code output} (folder for hours and late reports; without it,
 * hours are printed by the worker), {@code checkpoint-ms} (interval of checkpoints, 0 = none),
 * {@code mode} (streaming, batch or automatic), {@code name} of the job.
 */
public final class QuakesJob implements JobBuilder {

    /** Reports that came when the windows for their time were gone. */
    static final SideOutput<Quake> LATE = SideOutput.of("late", Quake.class);

    private static final String NAME = "quakes";
    private static final int BOUND_HOURS = 6;
    private static final int BOUND_HOURS_MAX = 24 * 365;
    private static final double RATE_MAX = 1e6;
    private static final int PARALLELISM_MAX = 128;

    @Override
    public Job build(JobParameters parameters) {
        JobDraft job = Job.named(parameters.text("name", NAME));
        Duration bound = Duration.ofHours(parameters.number("bound", BOUND_HOURS, 0, BOUND_HOURS_MAX));
        double rate = parameters.decimal("rate", 0, 0, RATE_MAX);
        int parallelism = parameters.number("parallelism", 1, 1, PARALLELISM_MAX);
        String output = parameters.text("output", "");
        job.mode(Checkpoints.mode(parameters));
        Checkpoints.every(parameters, job);
        parameters.requireAllRead();
        Stream<QuakeHour> hours = hours(job, bound, rate).parallelism(parallelism);
        if (output.isEmpty()) {
            hours.sink("hours", PrintSink.toStandardOutput());
        } else {
            Path folder = Path.of(output);
            hours.sink("hours", FileSink.<QuakeHour>json(folder)).blocking();
            hours.sideOutput(LATE).sink("late", FileSink.<Quake>json(folder)).blocking();
        }
        return job.build();
    }

    /** The same job for a program that wants the results itself, unpaced and in single subtasks: each run gives the same. */
    static Job of(Duration bound, Sink<QuakeHour> results, Sink<Quake> late) {
        JobDraft job = Job.named(NAME);
        Stream<QuakeHour> hours = hours(job, bound, 0);
        hours.sink("hours", results);
        hours.sideOutput(LATE).sink("late", late);
        return job.build();
    }

    private static Stream<QuakeHour> hours(JobDraft job, Duration bound, double rate) {
        GeneratorSource<Quake> quakes =
                GeneratorSource.of(Quake.class, Quakes::quake).records(Quakes.EVENTS);
        return job.source("quakes", rate == 0 ? quakes : quakes.rate(rate))
                .timestamps(EventTime.from(Quake::time).outOfOrderness(bound))
                .keyBy(Quake::network)
                .window(Windows.tumbling(Duration.ofHours(1)))
                .lateTo(LATE)
                .aggregate(
                        "hourly",
                        new Strongest(),
                        (network, hour, seen) -> new QuakeHour(network, hour.start(), seen.quakes(), seen.strongest()));
    }
}
