package io.kintsugi.node.cli;

import io.kintsugi.node.Node;
import io.kintsugi.node.config.ConfigException;
import io.kintsugi.node.config.ConfigLoader;
import io.kintsugi.node.config.ConfigSources;
import io.kintsugi.node.config.NodeConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code kintsugi node}: its flags are made from the settings, so that help, file and reference cannot differ. */
final class NodeCommand implements CliCommand {
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name("node");
    private final Map<String, String> environment;

    NodeCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    CommandLine toCommandLine() {
        spec.usageMessage()
                .description("Start a node and run it until it is told to stop (Ctrl-C, SIGTERM).")
                .footer(
                        "",
                        "Every key of config/node.yaml can be set by --set and by a variable such as KINTSUGI_HTTP_PORT;",
                        "docs/configuration.md lists all. Three processes:",
                        "  kintsugi node --name a --roles coordinator,console",
                        "  kintsugi node --name b --roles worker --cluster-port 5702 --seeds 127.0.0.1:5701",
                        "  kintsugi node --name c --roles worker --cluster-port 5703 --seeds 127.0.0.1:5701");
        spec.addOption(OptionSpec.builder("--config")
                .type(Path.class)
                .paramLabel("FILE")
                .description("The file with the settings; without it config/node.yaml beside bin/, if it is there.")
                .build());
        NodeFlag.ALL.forEach(flag -> spec.addOption(flag.toOption()));
        spec.addOption(OptionSpec.builder("--set")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel("KEY=VALUE")
                .description("Any setting by its full key, such as channel.flush-ms=2; may be repeated.")
                .build());
        return new CommandLine(spec);
    }

    @Override
    public Integer call() throws InterruptedException {
        ParseResult parsed = spec.commandLine().getParseResult();
        NodeConfig config;
        try {
            config = ConfigLoader.load(new ConfigSources(file(parsed), environment, flags(parsed)));
        } catch (ConfigException e) {
            e.problems().forEach(problem -> spec.commandLine().getErr().println("kintsugi node: " + problem));
            return CommandLine.ExitCode.USAGE;
        }
        return Node.run(config);
    }

    private static Optional<Path> file(ParseResult parsed) {
        Path named = parsed.matchedOptionValue("--config", (Path) null);
        if (named != null) {
            return Optional.of(named);
        }
        String home = System.getProperty("kintsugi.home");
        return Optional.ofNullable(home)
                .map(folder -> Path.of(folder, "config", "node.yaml"))
                .filter(Files::isRegularFile);
    }

    private static List<ConfigSources.Flag> flags(ParseResult parsed) {
        List<ConfigSources.Flag> flags = new ArrayList<>();
        for (String set : parsed.matchedOptionValue("--set", List.<String>of())) {
            int equals = set.indexOf('=');
            String path = equals < 0 ? set : set.substring(0, equals);
            flags.add(new ConfigSources.Flag("--set " + set, path, equals < 0 ? "" : set.substring(equals + 1)));
        }
        for (NodeFlag flag : NodeFlag.ALL) {
            if (parsed.hasMatchedOption(flag.name())) {
                flags.add(new ConfigSources.Flag(flag.name(), flag.path(), parsed.matchedOptionValue(flag.name(), "")));
            }
        }
        return flags;
    }
}
