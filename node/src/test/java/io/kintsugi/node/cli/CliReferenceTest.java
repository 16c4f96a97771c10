package io.kintsugi.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** After a change of a command: {@code mvn -pl node -am test -Dkintsugi.rewrite=true}. */
final class CliReferenceTest {
    private static final Path PAGE = Path.of(System.getProperty("basedir", "."))
            .resolve("../docs/cli.md")
            .normalize();

    private static final String HEAD = """
            # Command line

            This page is what `--help` says, in one place; a test keeps it so. [The README](../README.md) shows the commands at work.
            `kintsugi demo`, which comes with the examples, is explained there.

            A command that asks a node prints its outcome to the standard output, as text or with `-o json` as the
            [API](api.md) has it, and what went wrong to the standard error.

            | variable | in place of |
            |--|--|
            | `KINTSUGI_SERVER` | `--server` |
            | `KINTSUGI_USER`, `KINTSUGI_PASSWORD` | `--user` and the password that is asked for |
            | `KINTSUGI_TOKEN` | a log-in, for programs ([security](security.md)) |
            | `KINTSUGI_CA_FILE` | `--ca-file` |
            | `KINTSUGI_JAVA_OPTS`, `KINTSUGI_LOG_LEVEL` | more options of the JVM; the log level of a node |
            | `KINTSUGI_CLASSPATH` | JARs or folders with builders of your own ([writing a job](writing-a-job.md#a-project-of-your-own)) |

            | exit code | means |
            |--|--|
            | 0 | done |
            | 1 | it failed, or the server said no |
            | 2 | the command line makes no sense |
            | 3 | a node that was cut off from its cluster; whoever supervises it starts it again |
            """;

    @Test
    void thePageInTheHandbookIsWhatTheCommandsSayAboutThemselves() throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        CommandLine line = Main.commandLine(Map.of());
        line.getCommandSpec().removeSubcommand("demo"); // Which is there only where the examples are.
        describe(line, page);

        if (Boolean.getBoolean("kintsugi.rewrite")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("%s; run mvn -pl node -am test -Dkintsugi.rewrite=true after a change of a command", PAGE)
                .isEqualTo(page.toString());
    }

    private static void describe(CommandLine command, StringBuilder page) {
        String help = command.getUsageMessage(Ansi.OFF)
                .lines()
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n", "", "\n"));
        page.append("\n## ")
                .append(command.getCommandSpec().qualifiedName())
                .append("\n```\n")
                .append(help)
                .append("```\n");
        command.getSubcommands().values().forEach(subcommand -> describe(subcommand, page));
    }
}
