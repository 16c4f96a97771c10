package io.kintsugi.examples.airports;

import io.kintsugi.connectors.console.PrintSink;
import io.kintsugi.connectors.files.FileSink;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.examples.flights.Flight;
import io.kintsugi.examples.flights.Flights;
import java.nio.file.Path;
import java.util.List;

/**
 * Ranks airports by the flights that lead there, and from where they come: PageRank over the routes of the flights.
 *
 * <pre>
 * flights(1) ==by origin==▶ routes(p) ═══════════════════╗
 *     └──▶ airports(p) ─▶ ranks-start(p) ══by airport══▶ pass-on(p) ══by airport══▶ add-up(p) ─▶ ranks(p) ─▶ out(p)
 *                             ▲                                                                   │
 *                             └───────────────────── next superstep ──────────────────────────────┘
 * </pre>
 *
 * <p>Parameters, all optional: {@code precision} (change of all ranks together at which it ends, default 0.000001),
 * {@code supersteps} (at most, default 100), {@code parallelism} (default 1), {@code output} (folder; without it, ranks are printed by
 * the worker), {@code name} of the job.
 */
public final class RanksJob implements JobBuilder {
    private static final double PRECISION = 1e-6;
    private static final int SUPERSTEPS = 100;
    private static final int SUPERSTEPS_MAX = 10_000;
    private static final int PARALLELISM_MAX = 128;

    @Override
    public Job build(JobParameters parameters) {
        JobDraft job = Job.named(parameters.text("name", "ranks")).mode(ExecutionMode.BATCH);
        double precision = parameters.decimal("precision", PRECISION, 0, 1);
        int supersteps = parameters.number("supersteps", SUPERSTEPS, 1, SUPERSTEPS_MAX);
        int parallelism = parameters.number("parallelism", 1, 1, PARALLELISM_MAX);
        String output = parameters.text("output", "");
        parameters.requireAllRead();
        Stream<Rank> ranks =
                ranks(job, parallelism, Until.sumAtMost(precision, Rank::change).orSupersteps(supersteps));
        if (output.isEmpty()) {
            ranks.sink("out", PrintSink.toStandardOutput());
        } else {
            ranks.sink("out", FileSink.<Rank>json(Path.of(output))).blocking();
        }
        return job.build();
    }

    private static Stream<Rank> ranks(JobDraft job, int parallelism, Until<Rank> until) {
        Stream<Flight> flights = job.source(
                "flights", GeneratorSource.of(Flight.class, Flights::flight).records(Flights.ROWS));
        Stream<Route> routes =
                flights.keyBy(Flight::origin).process("routes", Routes::new).parallelism(parallelism);
        Stream<Rank> airports = flights.<String>flatMap("ends", (flight, out) -> {
                    out.emit(flight.origin());
                    out.emit(flight.destination());
                })
                .outputType(String.class)
                .keyBy(code -> code)
                .process("airports", Airports::new)
                .parallelism(parallelism);
        return job.iterate("ranks", airports, ranks -> superstep(ranks, routes), until);
    }

    /** The ranks that come out of these. Routes are made once, and read again in each superstep. */
    private static Stream<Rank> superstep(Stream<Rank> ranks, Stream<Route> routes) {
        return ranks.keyBy(Rank::airport)
                .connect(routes.keyBy(Route::from))
                .process("pass-on", PassOn::new)
                .keyBy(Share::airport)
                .process("add-up", AddUp::new);
    }

    /** Each airport once, with the rank that it begins with. */
    private static final class Airports implements KeyedProcessFunction<String, String, Rank> {
        private static final ValueStateSpec<Boolean> SEEN = ValueStateSpec.of("seen", Boolean.class);

        @Override
        public List<StateSpec> states() {
            return List.of(SEEN);
        }

        @Override
        public void process(String airport, String code, ProcessContext context, Output<Rank> out) {
            if (context.state(SEEN).get() == null) {
                context.state(SEEN).set(true);
                out.emit(new Rank(airport, AddUp.FIRST, 0));
            }
        }
    }
}
