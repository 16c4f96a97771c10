package io.kintsugi.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class MainTest {
    @Test
    void everyCommandHasHelpAndSucceedsWithIt() {
        Map<String, CommandLine> commands = Main.commandLine(Map.of()).getSubcommands();

        assertThat(commands).containsKeys("submit", "validate", "jobs", "job", "stop");
        for (String command : commands.keySet()) {
            CliProbe cli = CliProbe.run(command, "--help");
            assertThat(cli.code()).as(command).isZero();
            assertThat(cli.out()).as(command).contains("Usage: kintsugi " + command, "--help");
            assertThat(cli.err()).as(command).isEmpty();
        }
    }

    @Test
    void helpListsTheCommands() {
        CliProbe cli = CliProbe.run("--help");

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("submit", "Start a job on a running cluster.");
    }

    @Test
    void aLineThatMakesNoSenseIsAUsageErrorWithASuggestion() {
        assertThat(CliProbe.run().code()).isEqualTo(2);
        assertThat(CliProbe.run("sumbit").err()).contains("Did you mean", "submit");
        assertThat(CliProbe.run("jobs", "--sever", "x").err()).contains("Unknown option", "--server");
        assertThat(CliProbe.run("jobs", "-o", "xml").code()).isEqualTo(2);
        assertThat(CliProbe.run("job").err()).contains("Missing required parameter: 'NAME'");
    }
}
