package io.kintsugi.node.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kintsugi recovery NAME ID}. */
@Command(
        name = "recovery",
        description = "Show one recovery of a job: its tasks, the time of each stage, and its cost.")
final class RecoveryCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String job = "";

    @Parameters(
            index = "1",
            paramLabel = "ID",
            description = "The number of the recovery; `kintsugi recoveries NAME` lists them.")
    private long id;

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.recovery(job, id), RecoveryText::detail);
        return true;
    }
}
