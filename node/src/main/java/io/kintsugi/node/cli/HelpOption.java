package io.kintsugi.node.cli;

import picocli.CommandLine.Option;

/** {@code --help}; {@link Main} adds it to every command. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli looks at it.
    private boolean requested;
}
