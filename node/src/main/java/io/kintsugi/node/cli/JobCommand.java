package io.kintsugi.node.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kintsugi job NAME}. */
@Command(name = "job", description = "Show a job and its tasks.")
final class JobCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String name = "";

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.job(name), JobText::detail);
        return true;
    }
}
