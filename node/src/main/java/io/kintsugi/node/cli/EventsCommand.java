package io.kintsugi.node.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private final LimitOption limit = new LimitOption();

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.events(job, limit.limit()), LogText::events);
        return true;
    }
}
