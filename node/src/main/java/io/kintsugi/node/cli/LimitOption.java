package io.kintsugi.node.cli;

import picocli.CommandLine.Option;

/** How much of a log is listed. */
final class LimitOption {
    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "The newest so many, 1 to 1000 (default ${DEFAULT-VALUE}).")
    private int limit = 50;

    int limit() {
        return limit;
    }
}
