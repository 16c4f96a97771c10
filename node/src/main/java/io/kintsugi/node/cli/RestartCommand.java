package io.kintsugi.node.cli;

import io.kintsugi.core.model.Words;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kintsugi restart NAME}. */
@Command(
        name = "restart",
        description = "End a job's run at once, if it lives, and begin the next with the same words.",
        footer = {"", "Example: kintsugi restart clicks --savepoint before-upgrade"})
final class RestartCommand extends ApiCommand {
    private enum From {
        LATEST,
        NONE
    }

    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String job = "";

    @Option(
            names = "--from",
            paramLabel = "STATE",
            defaultValue = "latest",
            description = "latest (default) begins with the newest checkpoint or savepoint; none begins with no state.")
    private From from = From.LATEST;

    @Option(
            names = "--savepoint",
            paramLabel = "NAME",
            description = "Begin with this savepoint of the job, or JOB/NAME for one of another job.")
    private @Nullable String savepoint;

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        JsonObject asked = savepoint == null
                ? new JsonObject().put("from", Words.of(from))
                : new JsonObject().put("from", "savepoint").put("savepoint", savepoint);
        print(
                api.restart(job, asked),
                before -> "run %s of job %s %s (%s), and the next begins; kintsugi job %s shows it"
                        .formatted(
                                before.getString("run"),
                                job,
                                before.containsKey("endedAt") ? "has ended" : "ends",
                                before.getString("state"),
                                job));
        return true;
    }
}
