package io.kintsugi.testkit.noting;

import io.kintsugi.connectors.files.FileSink;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Numbers from two sources are noted in the state of three tasks, and written by two sinks; tasks may restart alone. What became of the numbers is in the job's folder at the end: {@link Notes} reads it.
 */
public final class NoteJob implements JobBuilder {
    /** Of {@link #job}. */
    public static final List<TaskId> TASKS = List.of(
            new TaskId("read", 0),
            new TaskId("read", 1),
            new TaskId("pass", 0),
            new TaskId("pass", 1),
            new TaskId("note", 0),
            new TaskId("note", 1),
            new TaskId("note", 2),
            new TaskId("write", 0),
            new TaskId("write", 1));

    static final int NOTING = 3;
    private static final double NUMBERS_PER_SECOND = 4_000;
    private static final ListStateSpec<Noted> NOTED = ListStateSpec.of("noted", Noted.class);

    /** A number, and who noted it: a later attempt that notes it again makes another entry of it. */
    record Noted(int by, int attempt, long number) {
        String line() {
            return by + " " + attempt + " " + number;
        }
    }

    /**
     * Without the tasks that pass numbers on. Parameters: {@code folder}, {@code records}, {@code rate} in records/s. The second half
     * comes when the file {@code go} is in the folder.
     */
    @Override
    public Job build(JobParameters parameters) {
        Path folder = Path.of(parameters.text("folder"));
        long records = parameters.number("records", 1_000L, 0, Long.MAX_VALUE);
        double rate = parameters.decimal("rate", NUMBERS_PER_SECOND, 1, 1e6);
        parameters.requireAllRead();
        Path go = folder.resolve("go");
        HeldSource.Hold hold = () -> Files.exists(go) ? Long.MAX_VALUE : records / 2;
        JobDraft draft = draft(Recovery.task());
        noted(numbers(draft, records, rate, hold), folder);
        return draft.build();
    }

    /** Two tasks without state pass the numbers on before they are noted. */
    public static Job job(Path folder, long records, Recovery recovery, HeldSource.Hold hold) {
        JobDraft draft = draft(recovery);
        Stream<Long> passed = numbers(draft, records, NUMBERS_PER_SECOND, hold)
                .rebalance()
                .map("pass", number -> number)
                .parallelism(2);
        noted(passed, folder);
        return draft.build();
    }

    /** With a checkpoint every 100 ms, and states in between every 30 ms; no loss is too much for it. */
    private static JobDraft draft(Recovery recovery) {
        return Job.named("noting")
                .checkpointed(Checkpointing.every(Duration.ofMillis(100))
                        .backupInterval(Duration.ofMillis(30))
                        .maxSuccessiveTimeouts(1_000))
                .recovery(recovery.restart(RestartStrategy.fixedDelay(1_000, Duration.ofMillis(2)))
                        .lossBudget(LossBudget.unlimited()));
    }

    private static Stream<Long> numbers(JobDraft draft, long records, double rate, HeldSource.Hold hold) {
        GeneratorSource<Long> numbers =
                GeneratorSource.numbers().records(records).rate(rate);
        return draft.source("read", new HeldSource<>(numbers, hold)).parallelism(2);
    }

    private static void noted(Stream<Long> numbers, Path folder) {
        numbers.rebalance()
                .process("note", () -> new Note(folder))
                .parallelism(NOTING)
                .rebalance()
                .sink("write", FileSink.text(Notes.written(folder), Noted::line))
                .parallelism(2)
                .blocking();
    }

    private static final class Note implements ProcessFunction<Long, Noted> {
        private final Path folder;
        private ListState<Noted> noted;

        Note(Path folder) {
            this.folder = folder;
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
            Noted entry = new Noted(context.subtask(), context.attempt(), number);
            noted.add(entry);
            out.emit(entry);
        }

        @Override
        public void finish(ProcessContext context, Output<Noted> out) {
            List<String> lines = noted.get().stream().map(Noted::line).toList();
            try {
                Files.write(Notes.of(folder, context.subtask()), lines);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
