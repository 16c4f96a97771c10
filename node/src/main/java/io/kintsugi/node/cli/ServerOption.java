package io.kintsugi.node.cli;

import java.net.URI;
import picocli.CommandLine.Option;

/** {@code --server}, for every command that asks a running node. */
final class ServerOption {
    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "A node with the role console; ${DEFAULT-VALUE} unless said otherwise.")
    private URI server = URI.create("http://127.0.0.1:8080");

    ApiConnection connect() {
        return new ApiConnection(server);
    }
}
