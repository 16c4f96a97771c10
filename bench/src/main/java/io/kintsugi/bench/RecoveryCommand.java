package io.kintsugi.bench;

import io.kintsugi.bench.harness.ChildSettings;
import io.kintsugi.bench.harness.ContenderFailed;
import io.kintsugi.bench.harness.ContenderSpec;
import io.kintsugi.bench.harness.JavaHome;
import io.kintsugi.bench.harness.RecoverySession;
import io.kintsugi.bench.recovery.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench/recovery}: W6. Progress goes to standard error, the table to standard output. */
@Command(
        name = "recovery",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Lets one trainer of four throw an exception, in each engine, and prints what the others noticed.")
public final class RecoveryCommand implements Callable<Integer> {
    @Option(names = "--rounds", description = "Of each contender, after one to warm up.", defaultValue = "5")
    private int rounds;

    @Option(names = "--open-ms", description = "That open of each trainer takes.", defaultValue = "0")
    private int openMs;

    @Option(
            names = "--standby",
            description =
                    "Trainers that stand by, open: Kintsugi takes one more turn a round with them; others have none.",
            defaultValue = "0")
    private int standby;

    @Option(
            names = "--contenders",
            split = ",",
            description = "In the order of their turns.",
            defaultValue = "flink,jet,kintsugi")
    private List<ContenderSpec> contenders = List.of();

    @Option(names = "--heap", description = "Of each JVM; all are alive at once.", defaultValue = "2g")
    private String heap = "";

    @Option(
            names = "--java-home",
            description = "What contenders run on. Default: ${DEFAULT-VALUE}",
            defaultValue = "${sys:java.home}",
            showDefaultValue = CommandLine.Help.Visibility.NEVER)
    private Path javaHome = Path.of("");

    @Option(names = "--timeout-s", description = "For one trial.", defaultValue = "120")
    private long timeoutS;

    @Option(names = "--home", hidden = true, description = "The directory bench.", defaultValue = "bench")
    private Path home = Path.of("");

    public static void main(String[] args) {
        System.exit(new CommandLine(new RecoveryCommand())
                .registerConverter(ContenderSpec.class, ContenderSpec::named)
                .setExecutionExceptionHandler(BenchCommand::explain)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ContenderFailed {
        ChildSettings settings = new ChildSettings(home, JavaHome.at(javaHome), heap, timeoutS);
        try (RecoverySession session = new RecoverySession(contenders, new Trial(openMs, standby), rounds)) {
            System.out.println(session.run(settings, System.err));
        }
        return CommandLine.ExitCode.OK;
    }
}
