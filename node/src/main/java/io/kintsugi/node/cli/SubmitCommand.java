package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kintsugi submit}. */
@Command(
        name = "submit",
        description = "Start a job on a running cluster.",
        footer = {
            "",
            "Example: kintsugi submit io.kintsugi.examples.flights.FlightsJob -p records=20000 --wait 60",
            "With --wait the exit code is 0 only if the job has ended in time and without a failure."
        })
final class SubmitCommand extends ApiCommand {
    @Mixin
    private ProgramOptions program = new ProgramOptions();

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "Wait up to so long until the job has ended; without it the command ends at once.")
    private int waitSeconds;

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        JsonObject job = api.submit(program.toJson(api));
        if (waitSeconds <= 0) {
            print(job, JobText::head);
            return true;
        }
        JsonObject seen = await(api, job, waitSeconds);
        print(seen, JobText::detail);
        return isEnded(seen) && !isFailed(seen);
    }
}
