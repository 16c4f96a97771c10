package io.kintsugi.node.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kintsugi release NODE}. */
@Command(name = "release", description = "End the quarantine of a node before its time.")
final class ReleaseCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NODE", description = "Name or incarnation of the node.")
    private String node = "";

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.release(node), NodeText::line);
        return true;
    }
}
