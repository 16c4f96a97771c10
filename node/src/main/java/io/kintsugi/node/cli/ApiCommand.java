package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that asks a server. Its outcome goes to the standard output, what went wrong to the standard error. */
abstract class ApiCommand implements CliCommand {
    private static final Duration POLL = Duration.ofMillis(500);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private ServerOption server = new ServerOption();

    private Map<String, String> environment = Map.of();

    /** Says as whom the command asks, unless a flag does. */
    final void environment(Map<String, String> variables) {
        environment = variables;
    }

    /** Asks, prints by {@link #print}, and says whether that was a success. */
    abstract boolean run(ApiConnection api) throws ApiFailure;

    @Override
    public final Integer call() {
        try {
            return run(server.connect(environment)) ? 0 : 1;
        } catch (ApiFailure e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(
                    output.isJson()
                            ? e.problem().encode()
                            : spec.qualifiedName() + ": " + e.getMessage() + ServerOption.hint(e.problem()));
            return 1;
        }
    }

    /** On the standard output: as it came, or as text. */
    final void print(JsonObject json, Function<JsonObject, String> text) {
        spec.commandLine().getOut().println(output.isJson() ? json.encodePrettily() : text.apply(json));
    }

    /**
     * Polls until the job has ended or the time is up.
     *
     * @param seconds 0 for no wait at all
     * @return the job as it was seen last
     */
    static JsonObject await(ApiConnection api, JsonObject job, int seconds) throws ApiFailure {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        JsonObject seen = job;
        while (!isEnded(seen) && System.nanoTime() - deadlineNs < 0) {
            try {
                TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ApiFailure("interrupted while waiting for job " + job.getString("name"), e);
            }
            seen = api.job(job.getString("name"));
        }
        return seen;
    }

    static boolean isEnded(JsonObject job) {
        return job.containsKey("endedAt");
    }

    static boolean isFailed(JsonObject job) {
        return job.getString("state").equals("FAILED");
    }
}
