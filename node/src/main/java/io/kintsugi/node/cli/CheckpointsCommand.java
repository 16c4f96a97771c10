package io.kintsugi.node.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kintsugi checkpoints NAME}. */
@Command(name = "checkpoints", description = "List the last checkpoints of a job's newest run.")
final class CheckpointsCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String job = "";

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.checkpoints(job), json -> CheckpointText.checkpoints(json.getJsonArray("items")));
        return true;
    }
}
