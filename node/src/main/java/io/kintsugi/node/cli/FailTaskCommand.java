package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kintsugi fail-task NAME TASK}. */
@Command(
        name = "fail-task",
        description = "Fail a running task as if a function of it had thrown, to see what a failure costs.",
        footer = {"", "The job restarts by its own rules, or fails. `kintsugi job NAME` lists its tasks."})
final class FailTaskCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "TASK", description = "The task, such as train[2].")
    private String task = "";

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        JsonObject job = api.failTask(name, task);
        print(job, JobText::head);
        return true;
    }
}
