package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.testkit.ComponentsJob.Label;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What failures cost a job with supersteps: never one that is complete. */
final class IterationRecoveryTest {
    private static final int SEEDS = Integer.getInteger("batch.seeds", 60);
    private static final int SEEDS_OF_SUPERSTEP = Math.max(1, SEEDS / 6);
    private static final int STEPS = 1_500;
    private static final int FAULTS = 6;
    private static final Until<Label> NO_NEWS =
            Until.<Label>sumAtMost(0, label -> label.news() ? 1 : 0).orSupersteps(100);

    private final ComponentsJob graph = new ComponentsJob(3, 20);
    private final Map<AttemptId, List<Label>> written = new HashMap<>();
    private final List<String> repeated = new ArrayList<>();
    private BatchCluster cluster;

    @Test
    void findsTheSameWhateverFailsAndRepeatsNoSuperstepThatIsComplete() {
        int inTheMiddle = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            Random faults = new Random(seed);
            Map<Integer, Integer> at = new HashMap<>();
            IntStream.range(0, FAULTS).forEach(i -> at.put(faults.nextInt(STEPS), faults.nextInt(3)));

            int[] hits = new int[1];
            play(seed, step -> {
                hits[0] += at.containsKey(step) && !cluster.supersteps().isEmpty() ? 1 : 0;
                int fault = at.getOrDefault(step, -1);
                if (fault == 0) {
                    cluster.failSomeTask();
                } else if (fault == 1) {
                    cluster.killSomeWorker();
                } else if (fault == 2) {
                    cluster.replaceLeader();
                }
            });

            requireResult(seed);
            inTheMiddle += hits[0];
        }
        assertThat(inTheMiddle).isGreaterThan(SEEDS);
    }

    /** The failure of a task, and the death of its worker while it runs, in each superstep that there is. */
    @ParameterizedTest
    @CsvSource({
        "components-start, false",
        "tell, false",
        "learn, false",
        "components, false",
        "components-start, true",
        "tell, true",
        "learn, true",
        "components, true"
    })
    void repeatsTheSuperstepThatIsHit(String vertex, boolean kill) {
        play(1, step -> {});
        int supersteps = cluster.supersteps().size();
        assertThat(supersteps).isGreaterThan(3);
        for (int superstep = 1; superstep <= supersteps; superstep++) {
            int complete = superstep - 1;
            int hits = 0;
            for (int seed = 1; seed <= SEEDS_OF_SUPERSTEP; seed++) {
                boolean[] hit = new boolean[1];

                play(seed, step -> {
                    if (!hit[0] && cluster.supersteps().size() == complete) {
                        hit[0] = cluster.hit(new TaskId(vertex, 0), TaskState.RUNNING, kill);
                    }
                });

                hits += hit[0] ? 1 : 0;
                requireResult(seed);
            }
            assertThat(hits).as("superstep %d", superstep).isGreaterThan(SEEDS_OF_SUPERSTEP / 4);
        }
    }

    @Test
    void keepsNothingInTheStoreBehindItsEnd() {
        play(1, step -> {});

        assertThat(cluster.store().versions(BatchCluster.JOB)).isEmpty();
        assertThat(cluster.store().checkpoints(BatchCluster.JOB.name()).readable())
                .isEmpty();
    }

    private void play(int seed, IntConsumer fault) {
        written.clear();
        repeated.clear();
        cluster = new BatchCluster(seed, graph.job(2, NO_NEWS, sink(), this::see), 2, 2);
        cluster.playToTheEnd(fault);
    }

    /** Called where a superstep does its work. */
    private void see(ProcessContext context) {
        int complete = cluster.supersteps().size();
        if (context.superstep() <= complete) {
            repeated.add("superstep %d behind %d".formatted(context.superstep(), complete));
        }
    }

    private void requireResult(int seed) {
        assertThat(cluster.status().state())
                .as("seed %d\n%s", seed, cluster.history())
                .isEqualTo(JobState.FINISHED);
        assertThat(ComponentsJob.byVertex(results()))
                .as("seed %d\n%s", seed, cluster.history())
                .isEqualTo(graph.expected());
        assertThat(repeated).as("seed %d\n%s", seed, cluster.history()).isEmpty();
        assertThat(cluster.supersteps().stream().map(Manifest.Superstep::number))
                .as("seed %d\n%s", seed, cluster.history())
                .isEqualTo(IntStream.rangeClosed(1, cluster.supersteps().size())
                        .boxed()
                        .toList());
    }

    /** Remembers what each attempt has written; only those that the master has seen finish count. */
    private Sink<Label> sink() {
        return context -> {
            List<Label> labels = new ArrayList<>();
            written.put(new AttemptId(new TaskId("result", context.subtask()), context.attempt()), labels);
            return new SinkWriter<>() {
                @Override
                public void write(Label label, long timestamp) {
                    labels.add(label);
                }
            };
        };
    }

    private List<Label> results() {
        List<Label> results = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            results.addAll(written.get(cluster.attempt(new TaskId("result", subtask))));
        }
        return results;
    }
}
