package io.kintsugi.bench.harness;

import io.kintsugi.bench.contender.Reply;
import io.kintsugi.bench.recovery.Outage;
import io.kintsugi.bench.recovery.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** W6: a JVM a contender, one trial each to warm up, then trials that alternate. */
public final class RecoverySession implements AutoCloseable {
    private final List<ContenderSpec> contenders;
    private final Trial trial;
    private final int rounds;
    private final Map<String, ChildJvm> children = new LinkedHashMap<>();

    public RecoverySession(List<ContenderSpec> contenders, Trial trial, int rounds) {
        if (contenders.isEmpty() || rounds < 1) {
            throw new IllegalArgumentException("W6 needs a contender and a round");
        }
        this.contenders = List.copyOf(contenders);
        this.trial = trial;
        this.rounds = rounds;
    }

    /**
     * The report, as a table in Markdown.
     *
     * @param progress a line for each trial, as it ends
     */
    public String run(ChildSettings settings, PrintStream progress)
            throws IOException, InterruptedException, ContenderFailed {
        for (ContenderSpec spec : contenders) {
            ChildJvm child = new ChildJvm(spec, settings);
            children.put(spec.name(), child);
            progress.println(line(spec.name() + " warm", child.endure(trial)));
        }
        Map<String, List<Reply.Endured>> endured = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (Map.Entry<String, ChildJvm> child : children.entrySet()) {
                Reply.Endured one = child.getValue().endure(trial);
                endured.computeIfAbsent(child.getKey(), name -> new ArrayList<>())
                        .add(one);
                progress.println(line(child.getKey() + " round " + round, one));
            }
        }
        List<List<String>> rows = new ArrayList<>(List.of(RecoveryRounds.COLUMNS));
        endured.forEach((name, trials) -> rows.add(new RecoveryRounds(name, trials).row()));
        return "## W6: one of %d trainers throws once, open takes %d ms, %d stand by%n%s%n%n%s"
                .formatted(Trial.TRAINERS, trial.openMs(), trial.standby(), Machine.line(), TextTable.of(rows));
    }

    @Override
    public void close() {
        children.values().forEach(ChildJvm::close);
    }

    private static String line(String which, Reply.Endured endured) {
        Outage outage = endured.outage();
        return String.format(
                Locale.ROOT,
                "W6 %s: back after %d ms, others' gap %d ms (baseline %d ms), others' throughput %.1f %%%s",
                which,
                outage.backMs(),
                outage.gapMs(),
                outage.baselineGapMs(),
                100 * outage.othersShare(),
                endured.noise().dirty() ? ", NOISY" : "");
    }
}
