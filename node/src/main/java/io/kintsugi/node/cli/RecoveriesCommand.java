package io.kintsugi.node.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kintsugi recoveries NAME}. */
@Command(
        name = "recoveries",
        description = "List the last recoveries of a job's newest run: what restarted, and what it cost.")
final class RecoveriesCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String job = "";

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.recoveries(job), json -> RecoveryText.list(json.getJsonArray("items")));
        return true;
    }
}
