package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.Recovery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of two sources that come to three subtasks over two others, with failures in between. */
final class EventJobTest {
    private static final int SEEDS = 60;
    private static final int SOURCES = 2;
    private static final int HEARERS = 3;
    private static final int NUMBERS = 120;
    private static final int EVERY = 10;
    private static final Duration LIMIT = Duration.ofMinutes(10);

    record Tenth(int source, int number) {}

    record Heard(Tenth tenth, int by) {}

    @Test
    void everySubtaskHearsEachEventOnce() {
        Ledger<Heard> ledger = new Ledger<>();

        try (JobTestDriver driver = JobTestDriver.start(job(Recovery.region(), ledger))) {
            driver.runToEnd(LIMIT);
        }

        assertThat(ledger.visible).containsExactlyInAnyOrderElementsOf(all());
    }

    @Test
    void whatFollowsFromAnEventIsThereOnceWhereARegionGoesBackToItsCheckpoint() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Ledger<Heard> ledger = new Ledger<>();

            List<String> story = run(job(Recovery.region(), ledger), seed);

            assertThat(ledger.visible).as("seed %d: %s", seed, story).containsExactlyInAnyOrderElementsOf(all());
        }
    }

    @Test
    void aTaskThatRestartsAloneHearsNothingThatWasNotSent() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Ledger<Heard> ledger = new Ledger<>();

            List<String> story = run(job(Recovery.task(), ledger), seed);

            assertThat(ledger.visible).as("seed %d: %s", seed, story).isSubsetOf(all());
        }
    }

    private static List<String> run(Job job, long seed) {
        return TroubledRun.of(
                job,
                seed,
                random -> List.of(
                        new TaskId("in", random.nextInt(SOURCES)),
                        new TaskId("pass", random.nextInt(2)),
                        new TaskId("hear", random.nextInt(HEARERS))),
                LIMIT);
    }

    private static List<Heard> all() {
        List<Heard> all = new ArrayList<>();
        for (int source = 0; source < SOURCES; source++) {
            for (int number = 0; number < NUMBERS; number += EVERY) {
                for (int by = 0; by < HEARERS; by++) {
                    all.add(new Heard(new Tenth(source, number), by));
                }
            }
        }
        return all;
    }

    private static Job job(Recovery recovery, Ledger<Heard> ledger) {
        JobDraft draft = Job.named("tenths").checkpointed(Duration.ofDays(1)).recovery(recovery);
        draft.source("in", new Tenths())
                .parallelism(SOURCES)
                .rebalance()
                .map("pass", number -> number)
                .parallelism(2)
                .keyBy(number -> number)
                .process("hear", Hearing::new)
                .parallelism(HEARERS)
                .rebalance()
                .sink("out", ledger)
                .parallelism(2);
        return draft.build();
    }

    private static final class Hearing implements KeyedProcessFunction<Long, Long, Heard> {
        @Override
        public void process(Long key, Long value, ProcessContext context, Output<Heard> out) {
            // Only events count.
        }

        @Override
        public void onEvent(Object event, ProcessContext context, Output<Heard> out) {
            out.emit(new Heard((Tenth) event, context.subtask()));
        }
    }

    /** Numbers from 0 on, with an event ahead of each tenth. */
    private static final class Tenths implements Source<Long, Integer> {
        @Override
        public List<Class<?>> sendsEvents() {
            return List.of(Tenth.class);
        }

        @Override
        public SourceReader<Long, Integer> reader(StepContext context) {
            return new SourceReader<>() {
                private int next;

                @Override
                public ReadStatus read(SourceOutput<Long> out, int limit, long nowNs) {
                    for (int i = 0; i < limit && next < NUMBERS; i++) {
                        if (next % EVERY == 0) {
                            out.send(new Tenth(context.subtask(), next));
                        }
                        out.emit((long) next++);
                    }
                    return next < NUMBERS ? ReadStatus.MORE : ReadStatus.END;
                }

                @Override
                public Integer position() {
                    return next;
                }

                @Override
                public void seek(Integer position) {
                    next = position;
                }
            };
        }
    }
}
