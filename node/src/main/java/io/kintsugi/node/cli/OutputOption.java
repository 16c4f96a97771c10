package io.kintsugi.node.cli;

import picocli.CommandLine.Option;

/** {@code -o}, for every command that prints something. */
public final class OutputOption {
    /** What a command prints. */
    public enum Format {
        TEXT,
        JSON
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text for people (default), json for scripts.")
    private Format format = Format.TEXT;

    public boolean isJson() {
        return format == Format.JSON;
    }
}
