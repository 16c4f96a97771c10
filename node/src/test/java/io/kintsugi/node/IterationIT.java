package io.kintsugi.node;

import static io.kintsugi.node.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.PartitionStatus;
import io.kintsugi.core.protocol.TaskStatus;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Supersteps on a real worker, with states that go through a real store. */
final class IterationIT extends OnEmbeddedNode {
    private static final long END_MS = 120_000;
    private static final int RECORDS = 1_000;
    private static final int SUPERSTEPS = 5;
    private static final int HIT = 3;

    private final Collected<Long> found = Collected.atMost(10 * RECORDS);
    /** The superstep of each key that was looked at, by whichever attempt. */
    private final Queue<Integer> seen = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean failed = new AtomicBoolean();

    @Test
    void stateAndRecordsGoOnBehindTheLastCompleteSuperstep() throws Exception {
        await(kintsugi.submit(job()));
        JobStatus ended = await(kintsugi.ended("sums", END_MS));

        assertThat(ended.state()).as(String.valueOf(ended.failure())).isEqualTo(JobState.FINISHED);
        assertThat(ended.restarts()).isEqualTo(1);
        assertThat(found.records().stream().sorted().toList())
                .isEqualTo(LongStream.range(0, RECORDS)
                        .map(n -> n + LongStream.rangeClosed(1, SUPERSTEPS).sum())
                        .boxed()
                        .toList());
        for (int superstep = 1; superstep <= SUPERSTEPS; superstep++) {
            int number = superstep;
            assertThat(seen.stream().filter(one -> one == number))
                    .as("superstep %d", number)
                    .hasSizeBetween(RECORDS, number == HIT ? 2 * RECORDS : RECORDS);
        }
    }

    @Test
    void metricsSayWhatStagesKeepAndThatNothingIsLeft() throws Exception {
        await(kintsugi.submit(job()));
        JobStatus ended = await(kintsugi.ended("sums", END_MS));

        assertThat(ended.tasks())
                .extracting(TaskStatus::partitions)
                .filteredOn(Objects::nonNull)
                .isNotEmpty()
                .allSatisfy(kept -> {
                    assertThat(kept.state()).isEqualTo(PartitionStatus.State.RELEASED);
                    assertThat(kept.isKnown()).isTrue();
                });
        await().atMost(END_MS, TimeUnit.MILLISECONDS)
                .untilAsserted(() -> assertThat(kintsugi.metrics())
                        .contains("kintsugi_job_partitions{job=\"sums\",state=\"kept\"} 0.0")
                        .contains("kintsugi_job_partitions_lost_total{job=\"sums\"} 0.0")
                        .contains("kintsugi_exchange_partitions 0.0")
                        .contains("kintsugi_exchange_size_bytes 0.0")
                        .containsPattern("kintsugi_exchange_written_bytes_total [1-9]")
                        .containsPattern("kintsugi_exchange_read_bytes_total [1-9]"));
    }

    /** Adds to each number how many supersteps there were so far, which only the state knows. */
    private Job job() {
        JobDraft job = Job.named("sums").mode(ExecutionMode.BATCH);
        job.iterate(
                        "sum",
                        job.source("numbers", GeneratorSource.numbers().records(RECORDS))
                                .map("initial", n -> new Sum(n, n))
                                .outputType(Sum.class),
                        sums -> sums.keyBy(Sum::number).process("add", Add::new).parallelism(2),
                        Until.supersteps(SUPERSTEPS))
                .parallelism(2)
                .map("result", Sum::sum)
                .outputType(Long.class)
                .sink("out", found.sink());
        return job.build();
    }

    record Sum(long number, long sum) {}

    private final class Add implements KeyedProcessFunction<Long, Sum, Sum> {
        private static final ValueStateSpec<Long> TIMES = ValueStateSpec.of("times", Long.class);

        @Override
        public List<StateSpec> states() {
            return List.of(TIMES);
        }

        @Override
        public void process(Long number, Sum sum, ProcessContext context, Output<Sum> out) {
            seen.add(context.superstep());
            if (context.superstep() == HIT && number == RECORDS / 2 && failed.compareAndSet(false, true)) {
                throw new IllegalStateException("as the test wants it");
            }
            Long before = context.state(TIMES).get();
            long times = before == null ? 1 : before + 1;
            context.state(TIMES).set(times);
            out.emit(new Sum(number, sum.sum() + times));
        }
    }
}
