package io.kintsugi.examples.demo;

import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.examples.flights.FlightsSettings;
import io.kintsugi.node.cli.CliCommand;
import io.kintsugi.node.cli.OutputOption;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kintsugi demo}. */
@Command(
        name = "demo",
        description = "Learn online, from real flights, which will arrive late; in a cluster inside this process.",
        footer = {
            "",
            "20,000 flights are replayed again and again. Each model predicts a flight first and learns from it then.",
            "What the figures mean:",
            "  - They are of pass 1, the only test: in later passes the models meet rows that they remember.",
            "  - It is a prediction at departure, since the data have the actual and not the planned departure.",
            "  - One model on one pass gives AUC 0.660; each of four sees a quarter of the flights, which gives 0.62.",
            "While it runs, trainers fail: one after the other, spread evenly over the flights. Only what the strategy says",
            "restarts; what a failed trainer had learned since its last version is lost, counted and shown.",
            "With the strategy sink the tasks that measure fail, since only tasks without consumers restart alone by it.",
            "The exit code is 0 only if every record was trained on or is in the account. Ctrl-C ends the replay in order.",
            "KINTSUGI_LOG_LEVEL=INFO shows what the nodes log; without it only errors are shown."
        })
public final class DemoCommand implements CliCommand {
    private static final String TERMINAL = "kintsugi.terminal";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "5000000",
            description = "Flights to replay, ${DEFAULT-VALUE} by default; 0 goes on until Ctrl-C.")
    private long records;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "Flights per second; 0, the default, is as fast as it goes.")
    private double rate;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            defaultValue = "4",
            description = "Trainers, each with a model of its own; ${DEFAULT-VALUE} by default.")
    private int parallelism;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Nodes to start in this process; more than 1 form a cluster on the loopback interface.")
    private int workers;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the HTTP API while the demo runs; 0, the default, takes a free one.")
    private int httpPort;

    @Option(
            names = "--failures",
            paramLabel = "N",
            defaultValue = "3",
            description = "Tasks to make fail while it runs, ${DEFAULT-VALUE} by default.")
    private int failures;

    @Option(
            names = "--strategy",
            paramLabel = "STRATEGY",
            defaultValue = "task",
            description = "What restarts with a failed task: task (default), sink, downstream or region.")
    private Recovery.Strategy strategy = Recovery.Strategy.TASK;

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() throws Exception {
        DemoOptions options = options();
        QuietLog.unlessAskedFor();
        try (Interruption interruption = Interruption.watch()) {
            DemoResult result = new DemoRun(options, interruption, System.err, isTerminal()).run();
            return report(result);
        }
    }

    private DemoOptions options() {
        try {
            return new DemoOptions(
                    new FlightsSettings(records, rate, parallelism),
                    workers,
                    httpPort,
                    new DemoFailures(failures, strategy));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
    }

    private int report(DemoResult result) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            out.println(result.toJson().encodePrettily());
        } else {
            out.print(result.toText());
        }
        out.flush();
        Optional<String> shortfall = result.shortfall();
        shortfall.ifPresent(reason -> spec.commandLine().getErr().println("kintsugi demo: " + reason));
        return shortfall.isEmpty() ? 0 : 1;
    }

    /** Java 17 cannot ask whether the standard error is a terminal, so {@code bin/kintsugi} does. */
    private static boolean isTerminal() {
        return Boolean.getBoolean(TERMINAL);
    }
}
