package io.kintsugi.testkit.simulation;

import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.LossBasis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Numbers from two sources, noted in the state of three tasks, written by two sinks; tasks may restart alone. At the end
 * the notes and what was written are compared number by number, and that is the truth that the loss account has to tell.
 */
public final class LossyJob {
    private static final int SOURCES = 2;
    private static final double NUMBERS_PER_SECOND = 1_200;
    private static final ListStateSpec<Long> NOTED = ListStateSpec.of("noted", Long.class);

    private final int perSource;
    private final Recovery recovery;
    private final boolean passes;
    private final Outside<Noted> outside = new Outside<>();
    /** What the tasks have in their states when their input has ended, by subtask. */
    private final Map<Integer, List<Long>> notes = new TreeMap<>();

    /** A number, who noted it, and how many that task had noted by then. */
    public record Noted(int by, long number, int count) {}

    /** @param perSource numbers that each of the sources emits */
    public LossyJob(int perSource, Recovery recovery) {
        this(perSource, recovery, false);
    }

    /** @param passes whether three tasks without state stand between the sources and the notes */
    public LossyJob(int perSource, Recovery recovery, boolean passes) {
        this.perSource = perSource;
        this.recovery = recovery;
        this.passes = passes;
    }

    /** The edge to the sinks; those before it lead to the notes. */
    int lastEdge() {
        return passes ? 2 : 1;
    }

    /** With a checkpoint every 40 ms, and states in between every 15 ms. */
    public Job job() {
        var draft = Job.named("counting")
                .checkpointed(Checkpointing.every(Duration.ofMillis(40))
                        .timeout(Duration.ofMillis(300))
                        .backupInterval(Duration.ofMillis(15))
                        .maxSuccessiveTimeouts(1_000))
                .recovery(recovery);
        Stream<Long> numbers = draft.source(
                        "read",
                        GeneratorSource.numbers()
                                .records((long) SOURCES * perSource)
                                .rate(NUMBERS_PER_SECOND))
                .parallelism(SOURCES)
                .rebalance();
        Stream<Long> passed =
                passes ? numbers.map("pass", number -> number).parallelism(3).rebalance() : numbers;
        passed.process("note", () -> new Note(notes))
                .parallelism(3)
                .rebalance()
                .sink("write", outside.sink())
                .parallelism(2);
        return draft.build();
    }

    /** What really became of the numbers. */
    public record Truth(long lostBeforeNoting, long notedTwice, long lostAfterNoting, long writtenButNotNoted) {}

    public Truth truth() {
        Set<Long> noted = new LinkedHashSet<>();
        List<Noted> surviving = new ArrayList<>();
        notes.forEach((by, numbers) -> {
            noted.addAll(numbers);
            for (int i = 0; i < numbers.size(); i++) {
                surviving.add(new Noted(by, numbers.get(i), i + 1));
            }
        });
        Set<Noted> written = new LinkedHashSet<>(outside.committed());
        long both = surviving.stream().filter(written::contains).count();
        return new Truth(
                (long) SOURCES * perSource - noted.size(),
                surviving.size() - noted.size(),
                surviving.size() - both,
                outside.committed().size() - both);
    }

    /**
     * Where an account of the losses differs from the truth, in words. Where a record may have gone to another task the second
     * time, one that is lost may be there as the double of another, so that only the difference of the two is compared.
     *
     * @param before about the records that the sources emitted
     * @param after about those that were to be written
     * @param damaged whether sinks may have shown what the state that they went back to does not know
     */
    public List<String> problems(LossTotals before, LossTotals after, boolean damaged) {
        List<String> problems = new ArrayList<>();
        Truth truth = truth();
        long doubles = before.duplicates() + before.orphans();
        balance(problems, "before noting", before, doubles, truth.lostBeforeNoting() - truth.notedTwice());
        if (!damaged) {
            balance(
                    problems,
                    "after noting",
                    after,
                    after.orphans(),
                    truth.lostAfterNoting() - truth.writtenButNotNoted());
        }
        boolean twoWays = recovery.absentConsumer().kind() == AbsentConsumer.Kind.REROUTE;
        if (!twoWays) {
            compare(problems, "after noting", lenient(after), truth.lostAfterNoting());
        }
        if (!twoWays && !passes) {
            compare(problems, "before noting", before, truth.lostBeforeNoting());
        }
        if (!twoWays && !passes && truth.notedTwice() + before.duplicates() > 0) {
            problems.add("a source that repeats itself was heard twice: " + truth + " " + before);
        }
        return problems;
    }

    /** @param doubles that the account tells, at most; all where it is counted */
    private static void balance(List<String> problems, String what, LossTotals account, long doubles, long difference) {
        boolean right = switch (account.basis()) {
            case COUNTED -> account.lost() - doubles == difference;
            case BOUNDED -> account.least() - doubles <= difference && difference <= account.lost();
            case UNKNOWN -> true;
        };
        if (!right) {
            problems.add("%s: lost less doubled are %d, the account says %s".formatted(what, difference, account));
        }
    }

    /**
     * A writer whose input has ended keeps what it was given first, and drops what is noted anew: in the account the one is an
     * orphan and the other lost, and here they may be the same note.
     */
    private static LossTotals lenient(LossTotals after) {
        return after.orphans() == 0 ? after : after.atLeast(Math.max(0, after.least() - after.orphans()));
    }

    private static void compare(List<String> problems, String what, LossTotals account, long lost) {
        boolean right = account.basis() == LossBasis.COUNTED
                ? account.lost() == lost
                : account.basis() == LossBasis.UNKNOWN || (account.least() <= lost && lost <= account.lost());
        if (!right) {
            problems.add("%s: %d are lost, the account says %s".formatted(what, lost, account));
        }
    }

    private static final class Note implements ProcessFunction<Long, Noted> {
        private final Map<Integer, List<Long>> notes;
        private ListState<Long> noted;

        Note(Map<Integer, List<Long>> notes) {
            this.notes = notes;
        }

        @Override
        public List<ListStateSpec<?>> states() {
            return List.of(NOTED);
        }

        @Override
        public void open(ProcessContext context) {
            noted = context.state(NOTED);
        }

        @Override
        public void process(Long number, ProcessContext context, Output<Noted> out) {
            noted.add(number);
            out.emit(new Noted(context.subtask(), number, noted.get().size()));
        }

        @Override
        public void finish(ProcessContext context, Output<Noted> out) {
            notes.put(context.subtask(), List.copyOf(noted.get()));
        }
    }
}
