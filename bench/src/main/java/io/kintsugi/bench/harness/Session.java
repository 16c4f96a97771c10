package io.kintsugi.bench.harness;

import io.kintsugi.bench.contender.Reply;
import io.kintsugi.bench.contender.Request;
import io.kintsugi.bench.workload.Oracle;
import io.kintsugi.bench.workload.Sunk;
import io.kintsugi.bench.workload.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One workload: starts a JVM a contender, warms all up, alternates rounds, and checks every answer, also those of the
 * warm-up. New JVMs for each workload, since what the compiler learnt from one would slow the next.
 */
final class Session implements AutoCloseable {
    private final Workload workload;
    private final Plan plan;
    private final PrintStream progress;
    private final Map<String, ChildJvm> children = new LinkedHashMap<>();
    private final Map<Long, Sunk> expected = new LinkedHashMap<>(); // by number of records
    private String java = "";

    Session(Workload workload, Plan plan, PrintStream progress) {
        this.workload = workload;
        this.plan = plan;
        this.progress = progress;
    }

    Table run(ChildSettings settings) throws IOException, InterruptedException, ContenderFailed {
        Map<String, Round> last = new LinkedHashMap<>();
        for (ContenderSpec spec : plan.contenders()) {
            ChildJvm child = new ChildJvm(spec, settings);
            children.put(spec.name(), child);
            java = child.java();
            last.put(spec.name(), warmUp(spec.name(), child));
        }
        List<Score> scores = new ArrayList<>();
        alternate(last).forEach((name, rounds) -> scores.add(new Score(name, rounds)));
        return new Table(workload, java, scores);
    }

    @Override
    public void close() {
        children.values().forEach(ChildJvm::close);
    }

    /** Gives the last run. */
    private Round warmUp(String name, ChildJvm child) throws IOException, InterruptedException, ContenderFailed {
        Round round = ask(name, child, plan.firstRecords());
        double seconds = round.seconds();
        while (seconds < plan.warmUpS()) {
            round = ask(name, child, plan.recordsAfter(round));
            seconds += round.seconds();
        }
        progress.printf("%s %s warm: %s%n", workload, name, round.line());
        return round;
    }

    private Map<String, List<Round>> alternate(Map<String, Round> last)
            throws IOException, InterruptedException, ContenderFailed {
        Map<String, List<Round>> rounds = new LinkedHashMap<>();
        Turns turns = new Turns(List.copyOf(children.keySet()), plan.rounds(), plan.roundsMax());
        for (Optional<String> next = turns.next(); next.isPresent(); next = turns.next()) {
            String name = next.get();
            Round before = Objects.requireNonNull(last.get(name));
            Round round = ask(name, Objects.requireNonNull(children.get(name)), plan.recordsAfter(before));
            last.put(name, round);
            turns.ran(name, !round.noisy());
            List<Round> mine = rounds.computeIfAbsent(name, key -> new ArrayList<>());
            mine.add(round);
            progress.printf("%s %s round %d: %s%n", workload, name, mine.size(), round.line());
        }
        return rounds;
    }

    private Round ask(String name, ChildJvm child, long records)
            throws IOException, InterruptedException, ContenderFailed {
        Reply.Ran ran = child.run(new Request(workload, records));
        Sunk answer = expected.computeIfAbsent(records, count -> Oracle.expected(workload, count));
        if (!ran.result().sunk().equals(answer)) {
            throw new ContenderFailed("%s: %s of %d records: expected %s, found %s; its speed means nothing"
                    .formatted(name, workload, records, answer, ran.result().sunk()));
        }
        return new Round(records, ran);
    }
}
