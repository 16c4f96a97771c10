package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What begins anew in a job whose source does not give the same again, in each stage, and what does not begin anew at all. */
final class BatchRepeatTest {
    private static final int SEEDS = Integer.getInteger("batch.seeds", 60);
    private static final int RECORDS = 30;
    private static final int STEPS = 200;

    private final Map<AttemptId, List<String>> written = new HashMap<>();

    @Test
    void allSinksSeeTheSameOfASourceThatGivesSomethingElseEachTime() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            written.clear();
            Random faults = new Random(seed);
            int failAt = faults.nextInt(STEPS);
            int killAt = faults.nextInt(STEPS);
            int replaceAt = faults.nextInt(STEPS);
            BatchCluster cluster = new BatchCluster(seed, fork(new Moody()), 2, 2);

            cluster.playToTheEnd(step -> {
                if (step == failAt) {
                    cluster.failSomeTask();
                }
                if (step == killAt) {
                    cluster.killSomeWorker();
                }
                if (step == replaceAt) {
                    cluster.replaceLeader();
                }
            });

            assertThat(cluster.status().state())
                    .as("seed %d\n%s", seed, cluster.history())
                    .isEqualTo(JobState.FINISHED);
            assertThat(results(cluster, "left"))
                    .as("seed %d\n%s", seed, cluster.history())
                    .hasSize(RECORDS)
                    .isEqualTo(results(cluster, "right"));
        }
    }

    /** The failure of a task, and the death of its worker while it runs, stage by stage. */
    @ParameterizedTest
    @CsvSource({
        "read, false",
        "same, false",
        "left, false",
        "right, false",
        "read, true",
        "same, true",
        "left, true",
        "right, true"
    })
    void comesToItsEndWhateverStageIsHit(String stage, boolean kill) {
        int hits = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            written.clear();
            boolean[] hit = new boolean[1];
            BatchCluster cluster = new BatchCluster(seed, fork(new Moody()), 2, 1);

            cluster.playToTheEnd(step -> {
                if (!hit[0]) {
                    hit[0] = cluster.hit(new TaskId(stage, 0), TaskState.RUNNING, kill);
                }
            });

            hits += hit[0] ? 1 : 0; // Not where the master hears of its end as soon as of its beginning.
            assertThat(cluster.status().state())
                    .as("seed %d\n%s", seed, cluster.history())
                    .isEqualTo(JobState.FINISHED);
            assertThat(results(cluster, "left"))
                    .as("seed %d\n%s", seed, cluster.history())
                    .hasSize(RECORDS)
                    .isEqualTo(results(cluster, "right"));
        }
        assertThat(hits).isGreaterThan(SEEDS / 2);
    }

    @Test
    void failsAtOnceForWhatNoAttemptCouldDo() {
        JobDraft draft = Job.named("clock").mode(ExecutionMode.BATCH);
        draft.source("read", GeneratorSource.numbers().records(10))
                .keyBy(n -> n)
                .process("alarm", Alarm::new)
                .sink("out", sink("alarm"));
        BatchCluster cluster = new BatchCluster(1, draft.build(), 1, 1);

        cluster.playToTheEnd(step -> {});

        assertThat(cluster.status().state()).isEqualTo(JobState.FAILED);
        assertThat(cluster.restarts()).isZero();
        assertThat(String.valueOf(cluster.status().failure()))
                .contains("RequiresPipelinedException", "step 'alarm'", "use event time, or choose mode(STREAMING)");
    }

    private Job fork(Source<String, Integer> source) {
        JobDraft draft = Job.named("fork")
                .mode(ExecutionMode.BATCH)
                .recovery(Recovery.batch().restart(RestartStrategy.fixedDelay(100, Duration.ofMillis(3))));
        Stream<String> read = draft.source("read", source)
                .rebalance()
                .map("same", text -> text)
                .parallelism(2);
        read.rebalance().map("left", text -> text).parallelism(2).sink("left-out", sink("left"));
        read.rebalance().map("right", text -> text).parallelism(2).sink("right-out", sink("right"));
        return draft.build();
    }

    /** Remembers what each attempt has written; only those that the master has seen finish count. */
    private Sink<String> sink(String vertex) {
        return context -> {
            List<String> lines = new ArrayList<>();
            written.put(new AttemptId(new TaskId(vertex, context.subtask()), context.attempt()), lines);
            return new SinkWriter<>() {
                @Override
                public void write(String value, long timestamp) {
                    lines.add(value);
                }
            };
        };
    }

    /** What both subtasks have, sorted. */
    private List<String> results(BatchCluster cluster, String vertex) {
        List<String> results = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            results.addAll(written.get(cluster.attempt(new TaskId(vertex, subtask))));
        }
        return results.stream().sorted().toList();
    }

    /** Each attempt emits texts of its own. */
    private static final class Moody implements Source<String, Integer> {
        @Override
        public SourceReader<String, Integer> reader(StepContext context) {
            return new SourceReader<>() {
                private int next;

                @Override
                public ReadStatus read(SourceOutput<String> out, int limit, long nowNs) {
                    for (int i = 0; i < limit && next < RECORDS; i++) {
                        out.emit(context.attempt() + "-" + next++);
                    }
                    return next < RECORDS ? ReadStatus.MORE : ReadStatus.END;
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

        @Override
        public boolean bounded() {
            return true;
        }

        @Override
        public boolean deterministic() {
            return false;
        }
    }

    private static final class Alarm implements KeyedProcessFunction<Long, Long, String> {
        @Override
        public void process(Long key, Long value, ProcessContext context, Output<String> out) {
            context.timers().atProcessingTime(1);
        }
    }
}
