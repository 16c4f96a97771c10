package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kintsugi graph NAME}. */
@Command(
        name = "graph",
        description = "Show what a job is made of and what its parts do now.",
        footer = {"", "Example: kintsugi graph clicks --svg > clicks.svg"})
final class GraphCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String job = "";

    @Option(names = "--svg", description = "As a picture, the same as in the console.")
    private boolean svg;

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        JsonObject graph = api.graph(job);
        print(graph, svg ? GraphSvg::of : GraphText::of);
        return true;
    }
}
