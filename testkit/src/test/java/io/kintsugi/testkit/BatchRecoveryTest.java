package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job of four stages is disturbed in each of them; what its sinks have written in the end is what a plain loop gives. */
final class BatchRecoveryTest {
    private static final int SEEDS = Integer.getInteger("batch.seeds", 300);
    private static final int SEEDS_OF_STAGE = Math.max(1, SEEDS / 10);
    private static final int RECORDS = 400;
    private static final int KEYS = 11;
    /** More than any seed needs, and less than a gap. */
    private static final int RESTARTS_MAX = 20;

    private static final int STEPS = 400;

    private final Map<AttemptId, List<String>> written = new HashMap<>();
    private final List<Long> mapped = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"1, 4", "2, 2", "3, 1"})
    void givesTheSameWithoutAnyFault(int workers, int slots) {
        BatchCluster cluster = new BatchCluster(1, job(), workers, slots);

        cluster.playToTheEnd(step -> {});

        assertThat(cluster.status().state()).isEqualTo(JobState.FINISHED);
        assertThat(cluster.restarts()).isZero();
        assertThat(results(cluster)).isEqualTo(expected());
        assertThat(cluster.mostAtOnce()).isLessThanOrEqualTo(workers * slots);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 4", "2, 2", "4, 1"})
    void runsEightStagesOfFourOnOneSlotOrFour(int workers, int slots) {
        JobDraft draft = Job.named("deep").mode(ExecutionMode.BATCH);
        Stream<Long> stream =
                draft.source("read", GeneratorSource.numbers().records(RECORDS)).parallelism(4);
        for (int stage = 1; stage < 7; stage++) {
            stream = stream.rebalance().map("plus-" + stage, n -> n + 1).parallelism(4);
        }
        stream.rebalance().map("text", n -> "" + n).parallelism(4).sink("out", sink());
        BatchCluster cluster = new BatchCluster(1, draft.build(), workers, slots);

        cluster.playToTheEnd(step -> {});

        assertThat(cluster.status().tasks()).hasSize(8 * 4);
        assertThat(cluster.mostAtOnce()).isBetween(Math.min(2, workers * slots), workers * slots);
        assertThat(written.values().stream().mapToInt(List::size).sum()).isEqualTo(RECORDS);
    }

    @Test
    void keepsEveryResultOnceWhateverFails() {
        int restarts = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            written.clear();
            Random faults = new Random(seed);
            int failAt = faults.nextInt(STEPS);
            int killAt = faults.nextInt(STEPS);
            int failAgainAt = faults.nextInt(STEPS);
            BatchCluster cluster = new BatchCluster(seed, job(), 1 + faults.nextInt(3), 1 + faults.nextInt(3));

            cluster.playToTheEnd(step -> {
                if (step == failAt || step == failAgainAt) {
                    cluster.failSomeTask();
                }
                if (step == killAt) {
                    cluster.killSomeWorker();
                }
            });

            verifyEnd(seed, cluster);
            restarts += cluster.restarts();
        }
        assertThat(restarts).isGreaterThan(SEEDS / 2);
    }

    /** The failure of a task, the damage of what a finished one has kept, and the death of its worker then, stage by stage. */
    @ParameterizedTest
    @CsvSource({
        "read, RUNNING, false",
        "same, RUNNING, false",
        "sum, RUNNING, false",
        "text, RUNNING, false",
        "read, RUNNING, true",
        "same, RUNNING, true",
        "sum, RUNNING, true",
        "text, RUNNING, true",
        "read, FINISHED, false",
        "same, FINISHED, false",
        "sum, FINISHED, false",
        "read, FINISHED, true",
        "same, FINISHED, true",
        "sum, FINISHED, true",
        "text, FINISHED, true"
    })
    void keepsEveryResultOnceWhicheverStageIsHit(String stage, TaskState when, boolean kill) {
        int hits = 0;
        for (int seed = 1; seed <= SEEDS_OF_STAGE; seed++) {
            written.clear();
            boolean[] hit = new boolean[1];
            BatchCluster cluster = new BatchCluster(seed, job(), 2, 1);

            cluster.playToTheEnd(step -> hit[0] = hit[0] || cluster.hit(new TaskId(stage, 1), when, kill));

            hits += hit[0] ? 1 : 0; // Not where the master hears of its end as soon as of its beginning.
            verifyEnd(seed, cluster);
        }
        assertThat(hits).isGreaterThan(SEEDS_OF_STAGE / 4); // The last task of the last stage ends the job.
    }

    @Test
    void goesOnUnderANewLeaderWithoutDoingAnythingTwice() {
        for (int seed = 1; seed <= SEEDS / 10; seed++) {
            written.clear();
            mapped.clear();
            int every = 20 + seed;
            BatchCluster cluster = new BatchCluster(seed, job(), 2, 2);

            cluster.playToTheEnd(step -> {
                if (step % every == every - 1) {
                    cluster.replaceLeader();
                }
            });

            assertThat(cluster.status().state())
                    .as("seed %d\n%s", seed, cluster.history())
                    .isEqualTo(JobState.FINISHED);
            assertThat(results(cluster)).isEqualTo(expected());
            assertThat(mapped).as("seed %d\n%s", seed, cluster.history()).hasSize(RECORDS);
        }
    }

    @Test
    void keepsEveryResultOnceWhateverFailsUnderChangingLeaders() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            written.clear();
            Random faults = new Random(seed);
            int failAt = faults.nextInt(STEPS);
            int killAt = faults.nextInt(STEPS);
            int replaceAt = faults.nextBoolean() ? killAt : faults.nextInt(STEPS);
            int replaceAgainAt = faults.nextInt(STEPS);
            BatchCluster cluster = new BatchCluster(seed, job(), 1 + faults.nextInt(3), 1 + faults.nextInt(3));

            cluster.playToTheEnd(step -> {
                if (step == failAt) {
                    cluster.failSomeTask();
                }
                if (step == killAt) {
                    cluster.killSomeWorker();
                }
                if (step == replaceAt || step == replaceAgainAt) {
                    cluster.replaceLeader();
                }
            });

            verifyEnd(seed, cluster);
        }
    }

    @Test
    void noTaskBeginsOnAQuarantinedWorkerWhateverFails() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            written.clear();
            Random faults = new Random(seed);
            int quarantineAt = faults.nextInt(STEPS / 2);
            int releaseAt = quarantineAt + faults.nextInt(STEPS / 2);
            int failAt = faults.nextInt(STEPS);
            BatchCluster cluster = new BatchCluster(seed, job(), 2 + faults.nextInt(2), 1 + faults.nextInt(3));

            cluster.playToTheEnd(step -> {
                if (step == quarantineAt) {
                    cluster.quarantineSomeWorker();
                }
                if (step == failAt) {
                    cluster.failSomeTask();
                }
                if (step == releaseAt) {
                    cluster.releaseAll();
                }
            });

            verifyEnd(seed, cluster);
        }
    }

    @Test
    void restartsAFailedTaskAloneSinceItsInputsAreStillThere() {
        BatchCluster cluster = new BatchCluster(5, job(), 1, 2);
        boolean[] failed = new boolean[1];

        cluster.playToTheEnd(step -> {
            cluster.status().tasks().stream()
                    .filter(task -> !failed[0]
                            && task.attempt().task().equals(new TaskId("sum", 1))
                            && task.state() == TaskState.RUNNING)
                    .forEach(task -> {
                        failed[0] = true;
                        cluster.fail(task);
                    });
        });

        assertThat(results(cluster)).isEqualTo(expected());
        assertThat(cluster.status().tasks())
                .allSatisfy(task -> assertThat(task.attempt().number())
                        .isEqualTo(task.attempt().task().equals(new TaskId("sum", 1)) ? 2 : 1));
    }

    @Test
    void failsWhenATaskHasUsedUpItsRestarts() {
        JobDraft draft = Job.named("hopeless")
                .mode(ExecutionMode.BATCH)
                .recovery(Recovery.batch().restart(RestartStrategy.fixedDelay(2, Duration.ofMillis(5))));
        draft.source("read", GeneratorSource.numbers().records(10))
                .rebalance()
                .<String>map("break", n -> {
                    throw new IllegalStateException("always");
                })
                .outputType(String.class)
                .sink("out", sink());
        BatchCluster cluster = new BatchCluster(1, draft.build(), 1, 1);

        cluster.playToTheEnd(step -> {});

        assertThat(cluster.status().state()).isEqualTo(JobState.FAILED);
        assertThat(String.valueOf(cluster.status().failure())).contains("step 'break'", "2 restarts are used up");
        assertThat(cluster.attempt(new TaskId("break", 0)).number()).isEqualTo(3);
    }

    private void verifyEnd(int seed, BatchCluster cluster) {
        assertThat(cluster.status().state())
                .as("seed %d\n%s", seed, cluster.history())
                .isEqualTo(JobState.FINISHED);
        assertThat(results(cluster)).as("seed %d\n%s", seed, cluster.history()).isEqualTo(expected());
        assertThat(cluster.status().tasks())
                .as("restarts, whatever numbers of attempts were left out\nseed %d\n%s", seed, cluster.history())
                .allSatisfy(task -> assertThat(task.restarts()).isLessThan(RESTARTS_MAX));
        assertThat(cluster.restarts()).isLessThan(RESTARTS_MAX);
    }

    private Job job() {
        JobDraft draft = Job.named("batch")
                .mode(ExecutionMode.BATCH)
                .recovery(Recovery.batch().restart(RestartStrategy.fixedDelay(100, Duration.ofMillis(3))));
        draft.source("read", GeneratorSource.numbers().records(RECORDS))
                .parallelism(2)
                .timestamps(EventTime.from(n -> n))
                .rebalance()
                .map("same", n -> {
                    mapped.add(n);
                    return n;
                })
                .parallelism(3)
                .keyBy(n -> n % KEYS)
                .window(Windows.tumbling(Duration.ofMillis(RECORDS)))
                .reduce("sum", Long::sum, (key, window, sum) -> key + "=" + sum)
                .outputType(String.class)
                .parallelism(2)
                .rebalance()
                .map("text", text -> text)
                .parallelism(2)
                .sink("out", sink());
        return draft.build();
    }

    /** Remembers what each attempt has written; only those that the master has seen finish count. */
    private Sink<String> sink() {
        return context -> {
            AttemptId attempt = new AttemptId(new TaskId("text", context.subtask()), context.attempt());
            written.put(attempt, new ArrayList<>());
            return new SinkWriter<>() {
                @Override
                public void write(String value, long timestamp) {
                    written.get(attempt).add(value);
                }
            };
        };
    }

    private List<String> results(BatchCluster cluster) {
        List<String> results = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            results.addAll(written.get(cluster.attempt(new TaskId("text", subtask))));
        }
        return results.stream().sorted().toList();
    }

    private static List<String> expected() {
        Map<Long, Long> sums = new TreeMap<>();
        LongStream.range(0, RECORDS).forEach(n -> sums.merge(n % KEYS, n, Long::sum));
        return sums.entrySet().stream()
                .map(sum -> sum.getKey() + "=" + sum.getValue())
                .sorted()
                .toList();
    }
}
