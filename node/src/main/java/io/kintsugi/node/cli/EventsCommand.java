package io.kintsugi.node.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kintsugi events [NAME]}. */
@Command(
        name = "events",
        description = "List what happened to a job and its tasks, or to nodes and jobs, oldest first.")
final class EventsCommand extends ApiCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NAME",
            description = "The job's name; left out: what happened in the cluster.")
    private String job = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "The newest so many, 1 to 1000 (default ${DEFAULT-VALUE}).")
    private int limit = 50;

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.events(job, limit), LogText::events);
        return true;
    }
}
