package io.kintsugi.examples.flights;

import io.kintsugi.connectors.files.FileSink;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.Source;
import io.kintsugi.examples.Checkpoints;
import java.nio.file.Path;

/**
 * Learns online, from a replay of real flights, to tell which will arrive late.
 *
 * <pre>
 * flights(2) ==all to all==▶ trainers(4) ==by pass==▶ quality(2) ──▶ report(2)
 *                                └──▶ predictions(4), with an output folder only
 * </pre>
 *
 * <p>Parameters, all optional: {@code records} (0 = endless), {@code rate} in records/s (0 = unpaced), {@code parallelism}
 * (trainers; the numbers above are those of 4), {@code output} (folder for all predictions and reports; without it, reports
 * are printed by the worker), {@code checkpoint-ms} (interval of checkpoints, 0 = none),
 * {@code mode} (streaming, batch or automatic), {@code name} of the job.
 */
public final class FlightsJob implements JobBuilder {

    private static final String NAME = "flights";

    @Override
    public Job build(JobParameters parameters) {
        String name = parameters.text("name", NAME);
        FlightsSettings settings = FlightsSettings.of(parameters);
        String output = parameters.text("output", "");
        JobDraft job = Job.named(name);
        job.mode(Checkpoints.mode(parameters));
        Checkpoints.every(parameters, job);
        parameters.requireAllRead();
        Stream<Prediction> predictions = train(job, source(settings), settings);
        if (output.isEmpty()) {
            measure(predictions, settings).sink("report", QualityPrinter.toStandardOutput());
        } else {
            Path folder = Path.of(output);
            predictions.sink("predictions", FileSink.json(folder)).blocking();
            measure(predictions, settings)
                    .sink("report", FileSink.<PassQuality>json(folder))
                    .blocking();
        }
        return job.build();
    }

    /** The same job for a program that wants the reports itself. */
    public static Job of(FlightsSettings settings, Sink<PassQuality> reports) {
        JobDraft job = Job.named(NAME);
        addTo(job, source(settings), settings, reports);
        return job.build();
    }

    /** The steps of the job, for a program that has more to say about it. */
    public static void addTo(
            JobDraft job, Source<Flight, Long> source, FlightsSettings settings, Sink<PassQuality> reports) {
        measure(train(job, source, settings), settings).sink("report", reports);
    }

    /** The replay. */
    public static GeneratorSource<Flight> source(FlightsSettings settings) {
        GeneratorSource<Flight> source = GeneratorSource.of(Flight.class, Flights::flight);
        GeneratorSource<Flight> bounded = settings.endless() ? source : source.records(settings.records());
        return settings.rate() == FlightsSettings.UNPACED ? bounded : bounded.rate(settings.rate());
    }

    private static Stream<Prediction> train(JobDraft job, Source<Flight, Long> source, FlightsSettings settings) {
        return job.source("flights", source)
                .timestamps(EventTime.from(Flight::timestampMs))
                .parallelism(settings.half())
                .rebalance()
                .process("trainers", FlightTrainer::new)
                .parallelism(settings.parallelism());
    }

    private static Stream<PassQuality> measure(Stream<Prediction> predictions, FlightsSettings settings) {
        return predictions
                .keyBy(QualityMeter::pass)
                .process("quality", () -> new QualityMeter(settings))
                .parallelism(settings.half());
    }
}
