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

/** W6: a JVM a contender, one trial of each turn to warm up, then trials that alternate. */
public final class RecoverySession implements AutoCloseable {
    /** Who is held against what is wanted. */
    private static final String OURS = "kintsugi";

    private final List<Turn> turns;
    private final Trial trial;
    private final int rounds;
    private final Map<String, ChildJvm> children = new LinkedHashMap<>();

    /** What runs once in each round, under the name of its row. */
    record Turn(String name, ContenderSpec spec, Trial trial) {}

    public RecoverySession(List<ContenderSpec> contenders, Trial trial, int rounds) {
        if (contenders.isEmpty() || rounds < 1) {
            throw new IllegalArgumentException("W6 needs a contender and a round");
        }
        this.turns = turns(contenders, trial);
        this.trial = trial;
        this.rounds = rounds;
    }

    /** Where trainers stand by, the engine that has such runs with and without them in each round, in the same JVM. */
    static List<Turn> turns(List<ContenderSpec> contenders, Trial trial) {
        List<Turn> turns = new ArrayList<>();
        for (ContenderSpec spec : contenders) {
            turns.add(new Turn(spec.name(), spec, new Trial(trial.openMs(), 0)));
            if (trial.standby() > 0 && spec.keepsSpares()) {
                turns.add(new Turn("%s, %d standing by".formatted(spec.name(), trial.standby()), spec, trial));
            }
        }
        return List.copyOf(turns);
    }

    /**
     * The report, as a table in Markdown.
     *
     * @param progress a line for each trial, as it ends
     */
    public String run(ChildSettings settings, PrintStream progress)
            throws IOException, InterruptedException, ContenderFailed {
        for (Turn turn : turns) {
            if (!children.containsKey(turn.spec().name())) {
                children.put(turn.spec().name(), new ChildJvm(turn.spec(), settings));
            }
            progress.println(line(turn.name() + " warm", endure(turn)));
        }
        Map<String, List<Reply.Endured>> endured = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (Turn turn : turns) {
                Reply.Endured one = endure(turn);
                endured.computeIfAbsent(turn.name(), name -> new ArrayList<>()).add(one);
                progress.println(line(turn.name() + " round " + round, one));
            }
        }
        List<List<String>> rows = new ArrayList<>(List.of(RecoveryRounds.COLUMNS));
        StringBuilder verdicts = new StringBuilder();
        endured.forEach((name, trials) -> {
            RecoveryRounds all = new RecoveryRounds(name, trials);
            rows.add(all.row());
            if (name.startsWith(OURS)) {
                verdicts.append(System.lineSeparator()).append(all.verdict());
            }
        });
        return "## W6: one of %d trainers throws once, open takes %d ms%n%s%n%n%s%s"
                .formatted(Trial.TRAINERS, trial.openMs(), Machine.line(), TextTable.of(rows), verdicts);
    }

    private Reply.Endured endure(Turn turn) throws IOException, InterruptedException, ContenderFailed {
        ChildJvm child = children.get(turn.spec().name());
        if (child == null) {
            throw new IllegalStateException(turn.name() + " has no JVM");
        }
        return child.endure(turn.trial());
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
