package io.kintsugi.node;

import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.connectors.files.FileSink;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import io.kintsugi.testkit.noting.HeldSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Counts generated records by key; every record gives the new count of its key. */
public final class CountJob implements JobBuilder {
    /** Where jobs that were submitted by class put their counts: all nodes of a test are in one JVM. */
    static final Collected<Count> OUTPUT = Collected.atMost(1_000_000);
    /** Lets jobs come to their end that were submitted with {@code held}. */
    static final AtomicBoolean RELEASED = new AtomicBoolean();

    record Click(long user, String page) {}

    record Visit(String page) {}

    record Count(String page, long visits) {}

    private static final int PAGES = 1_000;

    @Override
    public Job build(JobParameters parameters) {
        String output = parameters.text("output", "");
        JobDraft job = draft(
                parameters.number("records", 1_000L, 0, Long.MAX_VALUE),
                parameters.number("rate", 0, 0, 1_000_000),
                parameters.flag("held", false),
                parameters.number("parallelism", 2, 1, 16),
                output.isEmpty() ? OUTPUT.sink() : FileSink.text(Path.of(output), Count::toString));
        int checkpointMs = parameters.number("checkpoint-ms", 0, 0, 3_600_000);
        parameters.requireAllRead();
        if (checkpointMs > 0) {
            job.checkpointed(Duration.ofMillis(checkpointMs))
                    .recovery(Recovery.region().restart(RestartStrategy.fixedDelay(1_000, Duration.ofMillis(20))));
        }
        return job.build();
    }

    /** @param rate records per second, or 0 for no limit */
    static Job job(long records, int rate, int parallelism, Sink<Count> sink) {
        return draft(records, rate, false, parallelism, sink).build();
    }

    private static JobDraft draft(long records, int rate, boolean held, int parallelism, Sink<Count> sink) {
        GeneratorSource<Click> all = GeneratorSource.of(CountJob::click).records(records);
        GeneratorSource<Click> clicks = rate == 0 ? all : all.rate(rate);
        JobDraft draft = Job.named("count");
        draft.source(
                        "clicks",
                        held ? new HeldSource<>(clicks, () -> RELEASED.get() ? Long.MAX_VALUE : records / 2) : clicks)
                .parallelism(2)
                .rebalance()
                .map("visit", click -> new Visit(click.page()))
                .parallelism(parallelism)
                .keyBy(Visit::page)
                .process("count", Counter::new)
                .parallelism(parallelism)
                .sink("collect", sink)
                .parallelism(1);
        return draft;
    }

    private static Click click(long index) {
        return new Click(index, page(index));
    }

    private static String page(long index) {
        return "page-" + (index * 31 % PAGES);
    }

    /** All that the job must write for the records 0 to {@code records} - 1, in the order of its text. */
    static List<String> expected(long records) {
        Map<String, Long> visits = new TreeMap<>();
        List<String> counts = new ArrayList<>();
        for (long index = 0; index < records; index++) {
            long count = visits.merge(page(index), 1L, Long::sum);
            counts.add(new Count(page(index), count).toString());
        }
        counts.sort(null);
        return counts;
    }

    static List<String> sorted(List<Count> counts) {
        return counts.stream().map(Count::toString).sorted().toList();
    }

    /** Counts the visits of one page. */
    static final class Counter implements KeyedProcessFunction<String, Visit, Count> {
        private static final ValueStateSpec<Long> VISITS = ValueStateSpec.of("visits", Long.class);

        private @Nullable ValueState<Long> visits;

        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(VISITS);
        }

        @Override
        public void open(ProcessContext context) {
            visits = context.state(VISITS);
        }

        @Override
        public void process(String page, Visit visit, ProcessContext context, Output<Count> out) {
            long count = visits.getOr(0L) + 1;
            visits.set(count);
            out.emit(new Count(page, count));
        }
    }
}
