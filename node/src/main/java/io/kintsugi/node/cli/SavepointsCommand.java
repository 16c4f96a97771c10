package io.kintsugi.node.cli;

import io.vertx.core.json.JsonArray;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kintsugi savepoints NAME}. */
@Command(name = "savepoints", description = "List the savepoints of a job, also of one that has ended.")
final class SavepointsCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String job = "";

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.savepoints(job), json -> {
            JsonArray items = json.getJsonArray("items");
            return items.isEmpty() ? "there are no savepoints of '" + job + "'" : CheckpointText.savepoints(items);
        });
        return true;
    }
}
