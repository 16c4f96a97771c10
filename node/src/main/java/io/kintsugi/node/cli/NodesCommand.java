package io.kintsugi.node.cli;

import picocli.CommandLine.Command;

/** {@code kintsugi nodes}. */
@Command(name = "nodes", description = "List the nodes of a cluster, oldest first.")
final class NodesCommand extends ApiCommand {
    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.nodes(), json -> NodeText.list(json.getJsonArray("items")));
        return true;
    }
}
