package io.kintsugi.bench;

import io.kintsugi.bench.harness.Bench;
import io.kintsugi.bench.harness.ChildSettings;
import io.kintsugi.bench.harness.ContenderFailed;
import io.kintsugi.bench.harness.ContenderSpec;
import io.kintsugi.bench.harness.JavaHome;
import io.kintsugi.bench.harness.Plan;
import io.kintsugi.bench.harness.Report;
import io.kintsugi.bench.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench/run}: all engines beside each other. Progress goes to standard error, the report to standard output. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "Runs whole jobs of Kintsugi and its peers beside each other and prints who is faster.")
public final class BenchCommand implements Callable<Integer> {
    /** How the report is printed. */
    enum Output {
        text,
        json
    }

    @Option(names = "--rounds", description = "Clean rounds wanted of each contender.", defaultValue = "5")
    private int rounds;

    @Option(
            names = "--workloads",
            split = ",",
            description = "Any of ${COMPLETION-CANDIDATES}.",
            defaultValue = "W1,W2")
    private List<Workload> workloads = List.of();

    @Option(names = "--contenders", split = ",", description = "In the order of their turns.")
    private List<ContenderSpec> contenders = ContenderSpec.ALL;

    @Option(names = "--warm-up-s", description = "Of running, for each JVM.", defaultValue = "15")
    private double warmUpS;

    @Option(names = "--round-s", description = "About how long a round takes.", defaultValue = "5")
    private double roundLengthS;

    @Option(names = "--records", description = "Of each run, for all, instead of --round-s.")
    private @Nullable Long records;

    @Option(names = "--heap", description = "Of each JVM; all are alive at once.", defaultValue = "4g")
    private String heap = "";

    @Option(
            names = "--java-home",
            description = "What contenders run on. Default: ${DEFAULT-VALUE}",
            defaultValue = "${sys:java.home}",
            showDefaultValue = CommandLine.Help.Visibility.NEVER)
    private Path javaHome = Path.of("");

    @Option(names = "--timeout-s", description = "For one run.", defaultValue = "300")
    private long timeoutS;

    @Option(names = "-o", description = "One of ${COMPLETION-CANDIDATES}.", defaultValue = "text")
    private Output output = Output.text;

    @Option(names = "--home", hidden = true, description = "The directory bench.", defaultValue = "bench")
    private Path home = Path.of("");

    public static void main(String[] args) {
        System.exit(new CommandLine(new BenchCommand())
                .registerConverter(ContenderSpec.class, ContenderSpec::named)
                .setExecutionExceptionHandler(BenchCommand::explain)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ContenderFailed {
        OptionalLong fixedRecords = records == null ? OptionalLong.empty() : OptionalLong.of(records);
        Plan plan = new Plan(contenders, rounds, warmUpS, roundLengthS, fixedRecords);
        ChildSettings settings = new ChildSettings(home, JavaHome.at(javaHome), heap, timeoutS);
        Report report = new Bench(plan, settings, System.err).run(workloads);
        System.out.println(output == Output.json ? report.json() : report.text());
        return CommandLine.ExitCode.OK;
    }

    /** A message is enough for what a person can put right; a bug keeps its stack trace. */
    static int explain(Exception thrown, CommandLine command, CommandLine.ParseResult arguments) throws Exception {
        if (thrown instanceof ContenderFailed
                || thrown instanceof IOException
                || thrown instanceof IllegalArgumentException) {
            command.getErr().println(thrown.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
        throw thrown;
    }
}
