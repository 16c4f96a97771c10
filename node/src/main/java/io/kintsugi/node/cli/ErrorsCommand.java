package io.kintsugi.node.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kintsugi errors NAME}. */
@Command(
        name = "errors",
        description = "List what failed in a job's newest run, oldest first, also what it has recovered from.")
final class ErrorsCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String job = "";

    @Mixin
    private final LimitOption limit = new LimitOption();

    @Option(names = "--trace", description = "With stack traces.")
    private boolean trace;

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.errors(job, limit.limit()), json -> LogText.errors(json, trace));
        return true;
    }
}
