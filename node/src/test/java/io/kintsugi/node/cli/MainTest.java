package io.kintsugi.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class MainTest {
    @Test
    void everyCommandHasHelpAndSucceedsWithIt() {
        Map<String, CommandLine> commands = Main.commandLine(Map.of()).getSubcommands();

        assertThat(commands)
                .containsKeys("node", "submit", "validate", "jobs", "job", "stop", "recoveries", "recovery", "loss");
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
        assertThat(CliProbe.run("jobs", "--sever", "x").err()).contains("Unknown option", "Did you mean '--server'?");
        assertThat(CliProbe.run("node", "--hhtp-port", "1").err()).contains("Did you mean '--http-port'?");
        assertThat(CliProbe.run("jobs", "--server", "nonsense").err())
                .contains("expected http://host:port, found 'nonsense'");
        assertThat(CliProbe.run("jobs", "-o", "xml").code()).isEqualTo(2);
        assertThat(CliProbe.run("job").err()).contains("Missing required parameter: 'NAME'");
        assertThat(CliProbe.run("recovery", "flights", "first").err())
                .contains("(ID): expected a whole number, found 'first'");
        assertThat(CliProbe.run("drain", "w1", "--wait", "3000000000").err())
                .contains("expected a whole number, found '3000000000'");
    }

    @Test
    void nodeExplainsEachFlagInTheWordsOfItsSetting() {
        String help = CliProbe.run("node", "--help").out();

        assertThat(help).contains("--http-port=VALUE", "http.port: a whole number from 0 to 65535;");
        for (String flag : List.of(
                "--config", "--set", "--roles", "--cluster-port", "--seeds", "--data-dir", "--slots", "--name")) {
            assertThat(help).contains(flag);
        }
    }

    @Test
    void nodeDoesNotStartWithAMistakeAnywhereInItsConfiguration() {
        CliProbe cli = CliProbe.run(
                Map.of("KINTSUGI_HTP_PORT", "1"),
                "node",
                "--slots",
                "many",
                "--set",
                "channel.flsh-ms=2",
                "--set",
                "x");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err())
                .contains(
                        "kintsugi node: environment variable KINTSUGI_HTP_PORT: there is no such setting;"
                                + " did you mean 'KINTSUGI_HTTP_PORT'?",
                        "flag --slots: node.slots: expected a whole number from 1 to 10000, found 'many'",
                        "there is no setting 'channel.flsh-ms'; did you mean 'channel.flush-ms'?");
    }
}
