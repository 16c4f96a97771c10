package io.kintsugi.node.cli;

import io.kintsugi.core.model.Nearest;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line {@code kintsugi}. Exit codes: 0 success, 1 failure, 2 a command line that makes no sense. */
@Command(
        name = "kintsugi",
        description = {"Stream processing that mends what broke and lets the rest flow.", ""},
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "kintsugi COMMAND --help explains a command.",
            "From its sources also: kintsugi bench [throughput|recovery|wire|state|jmh], see bench/README.md."
        })
public final class Main implements CliCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** Runs one command line on the standard output and error and returns its exit code. */
    public static int run(String... arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = commandLine(System.getenv()).setOut(out).setErr(err).execute(arguments);
        out.flush();
        err.flush();
        return code;
    }

    /** All commands, also those of other modules on the class path. */
    static CommandLine commandLine(Map<String, String> environment) {
        CommandLine line = new CommandLine(new Main())
                .addSubcommand(new NodeCommand(environment).toCommandLine())
                .addSubcommand(new SubmitCommand())
                .addSubcommand(new ValidateCommand())
                .addSubcommand(new JobsCommand())
                .addSubcommand(new JobCommand())
                .addSubcommand(new StopCommand())
                .addSubcommand(new FailTaskCommand())
                .addSubcommand(new RestartCommand())
                .addSubcommand(new NodesCommand())
                .addSubcommand(new DrainCommand())
                .addSubcommand(new UndrainCommand())
                .addSubcommand(new QuarantineCommand())
                .addSubcommand(new ReleaseCommand())
                .addSubcommand(new GraphCommand())
                .addSubcommand(new EventsCommand())
                .addSubcommand(new ErrorsCommand())
                .addSubcommand(new RecoveriesCommand())
                .addSubcommand(new RecoveryCommand())
                .addSubcommand(new LossCommand())
                .addSubcommand(new CheckpointsCommand())
                .addSubcommand(new SavepointCommand())
                .addSubcommand(new SavepointsCommand())
                .addSubcommand(new AuditCommand())
                .addSubcommand(new UserCommand(environment))
                .addSubcommand(new TokenCommand(environment))
                .addSubcommand(new KeygenCommand());
        ServiceLoader.load(CliCommand.class).forEach(line::addSubcommand);
        addHelp(line);
        line.getSubcommands().values().stream()
                .map(CommandLine::getCommand)
                .filter(ApiCommand.class::isInstance)
                .forEach(command -> ((ApiCommand) command).environment(environment));
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(int.class, text -> wholeNumber(text, Integer::valueOf))
                .registerConverter(long.class, text -> wholeNumber(text, Long::valueOf))
                .registerConverter(Long.class, text -> wholeNumber(text, Long::valueOf))
                .setParameterExceptionHandler(Main::refuse)
                .setExecutionExceptionHandler(Main::report);
    }

    private static <N> N wholeNumber(String text, Function<String, N> parse) {
        try {
            return parse.apply(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("expected a whole number, found '" + text + "'");
        }
    }

    private static void addHelp(CommandLine command) {
        command.getSubcommands().values().forEach(Main::addHelp);
        command.getCommandSpec().addMixin("help", CommandSpec.forAnnotatedObject(new HelpOption()));
    }

    /** Without a command. */
    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a command is needed");
    }

    private static int refuse(ParameterException misuse, String[] arguments) {
        CommandLine line = misuse.getCommandLine();
        line.getErr().println(misuse.getMessage());
        Optional<String> meant = misuse instanceof UnmatchedArgumentException unmatched
                ? Nearest.to(
                        unmatched.getUnmatched().get(0),
                        line.getCommandSpec().optionsMap().keySet())
                : Optional.empty();
        if (meant.isPresent()) {
            line.getErr().println("Did you mean '" + meant.get() + "'?");
        } else if (!UnmatchedArgumentException.printSuggestions(misuse, line.getErr())) {
            line.usage(line.getErr());
        }
        return CommandLine.ExitCode.USAGE;
    }

    private static int report(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        line.getErr().println(line.getCommandSpec().qualifiedName() + ": " + message);
        return CommandLine.ExitCode.SOFTWARE;
    }
}
