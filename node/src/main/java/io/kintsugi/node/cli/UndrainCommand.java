package io.kintsugi.node.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kintsugi undrain NODE}. */
@Command(name = "undrain", description = "Let a node that is drained have tasks again.")
final class UndrainCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NODE", description = "Name or incarnation of the node.")
    private String node = "";

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        print(api.undrain(node), NodeText::line);
        return true;
    }
}
