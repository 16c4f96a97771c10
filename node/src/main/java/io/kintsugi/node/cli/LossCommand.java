package io.kintsugi.node.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kintsugi loss NAME}. */
@Command(
        name = "loss",
        description = "Show the loss account of a job's newest run: totals, budget, and each range of records.",
        footer = {"", "A figure is exact where its basis is COUNTED, and at most so many where it is BOUNDED."})
final class LossCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String job = "";

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.loss(job), LossText::account);
        return true;
    }
}
