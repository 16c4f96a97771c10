package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kintsugi stop NAME}. */
@Command(
        name = "stop",
        description = "Stop a job.",
        footer = {"", "With --wait the exit code is 0 only if the job has ended in time and without a failure."})
final class StopCommand extends ApiCommand {
    private enum Mode {
        DRAIN,
        NOW
    }

    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String name = "";

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "drain",
            description =
                    "drain (default) ends the sources and lets what was read flow out; now drops what is under way.")
    private Mode mode = Mode.DRAIN;

    @Option(names = "--wait", paramLabel = "SECONDS", description = "Wait up to so long until the job has ended.")
    private int waitSeconds;

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        JsonObject job = api.stop(name, mode.name().toLowerCase(Locale.ROOT));
        if (waitSeconds <= 0) {
            print(job, JobText::head);
            return true;
        }
        JsonObject seen = await(api, job, waitSeconds);
        print(seen, JobText::detail);
        return isEnded(seen) && !isFailed(seen);
    }
}
