package io.kintsugi.node.cli;

import io.kintsugi.core.model.Words;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kintsugi stop NAME}. */
@Command(
        name = "stop",
        description = "Stop a job.",
        footer = {
            "",
            "Example: kintsugi stop clicks --mode savepoint --savepoint before-upgrade --wait 60",
            "",
            "With --wait the exit code is 0 only if the job has ended in time and without a failure."
        })
final class StopCommand extends ApiCommand {
    private enum Mode {
        SAVEPOINT,
        DRAIN,
        NOW,
        FORCE
    }

    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String name = "";

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "drain",
            description =
                    "drain (default) ends the sources and lets what was read flow out; savepoint silences them behind a"
                            + " savepoint, from which another job goes on without gap or double; now drops what is under"
                            + " way; force does not wait for tasks that do not stop.")
    private Mode mode = Mode.DRAIN;

    @Option(
            names = "--savepoint",
            paramLabel = "LABEL",
            description = "Name of the savepoint of --mode savepoint (default: after the time).")
    private @Nullable String savepoint;

    @Option(names = "--force", description = "The same as --mode force.")
    private boolean force;

    @Option(names = "--wait", paramLabel = "SECONDS", description = "Wait up to so long until the job has ended.")
    private int waitSeconds;

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        JsonObject asked = new JsonObject().put("mode", Words.of(force ? Mode.FORCE : mode));
        if (savepoint != null) {
            asked.put("savepoint", savepoint);
        }
        JsonObject job = api.stop(name, asked);
        if (waitSeconds <= 0) {
            print(job, JobText::head);
            return true;
        }
        JsonObject seen = await(api, job, waitSeconds);
        print(seen, JobText::detail);
        return isEnded(seen) && !isFailed(seen);
    }
}
