package io.kintsugi.examples.chaos;

import io.kintsugi.examples.flights.FlightsJob;
import io.kintsugi.examples.flights.WrittenPredictions;
import io.kintsugi.examples.quakes.QuakesJob;
import io.kintsugi.examples.quakes.WrittenQuakes;
import io.kintsugi.testkit.chaos.ChaosJob;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The examples, whose files are to hold what a plain loop gives, each line once. */
final class ExampleJobs {
    private static final String PROMISE = "exactly once under region";
    private static final int QUAKES_BOUND_HOURS = 6;

    private ExampleJobs() {}

    /** @param records at most those that a pass has, so that the plain loop knows them */
    static ChaosJob flights(Path output, int records, long rate) {
        return new Flights(output.resolve("flights"), records, rate);
    }

    static ChaosJob quakes(Path output, double rate) {
        return new Quakes(output.resolve("quakes"), rate);
    }

    private record Flights(Path output, int records, long rate) implements ChaosJob {
        @Override
        public String name() {
            return "flights";
        }

        @Override
        public String promise() {
            return PROMISE;
        }

        @Override
        public List<String> submission() {
            return List.of(
                    FlightsJob.class.getName(),
                    "--param=records=" + records,
                    "--param=rate=" + rate,
                    "--param=parallelism=2",
                    "--param=checkpoint-ms=500",
                    "--param=output=" + output);
        }

        @Override
        public Findings judge(JsonObject loss) throws IOException {
            return Findings.exactlyOnce(WrittenPredictions.expected(records), WrittenPredictions.in(output));
        }
    }

    private record Quakes(Path output, double rate) implements ChaosJob {
        @Override
        public String name() {
            return "quakes";
        }

        @Override
        public String promise() {
            return PROMISE;
        }

        @Override
        public List<String> submission() {
            return List.of(
                    QuakesJob.class.getName(),
                    "--param=rate=" + rate,
                    "--param=parallelism=2",
                    "--param=checkpoint-ms=500",
                    "--param=output=" + output);
        }

        @Override
        public Findings judge(JsonObject loss) throws IOException {
            return Findings.exactlyOnce(WrittenQuakes.expected(QUAKES_BOUND_HOURS), WrittenQuakes.in(output));
        }
    }
}
