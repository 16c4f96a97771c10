package io.kintsugi.testkit;

import static io.kintsugi.core.protocol.PartitionStatus.State.KEPT;
import static io.kintsugi.core.protocol.PartitionStatus.State.LOST;
import static io.kintsugi.core.protocol.PartitionStatus.State.RELEASED;
import static io.kintsugi.core.protocol.PartitionStatus.State.UNWRITTEN;
import static io.kintsugi.core.protocol.PartitionStatus.State.WRITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.PartitionStatus;
import io.kintsugi.core.protocol.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people are told of the partitions that a job keeps. */
final class BatchPartitionsTest {
    private static final int RECORDS = 200;
    private static final TaskId READ = new TaskId("read", 0);
    private static final TaskId PLUS = new TaskId("plus", 0);

    private final BatchCluster cluster = new BatchCluster(3, job(), 2, 1);
    /** One after the other, without what did not change. */
    private final List<PartitionStatus.State> states = new ArrayList<>();

    @Test
    void areWrittenKeptAndReleasedWithTheJob() {
        cluster.playToTheEnd(step -> note(READ));

        assertThat(states).containsExactly(UNWRITTEN, WRITING, KEPT);
        PartitionStatus end = partitions(READ);
        assertThat(end.state()).isEqualTo(RELEASED);
        assertThat(end.count()).isEqualTo(2);
        assertThat(end.records()).isEqualTo(RECORDS);
        assertThat(end.lost()).isZero();
        assertThat(cluster.status().tasks().stream()
                        .filter(task -> task.attempt().task().vertex().equals("out"))
                        .map(TaskStatus::partitions))
                .containsOnlyNulls();
    }

    @Test
    void areLostWithTheirWorkerAndMadeAgainWhileTheyAreNeeded() {
        boolean[] killed = new boolean[1];

        cluster.playToTheEnd(step -> {
            killed[0] = killed[0] || (state(PLUS) == TaskState.RUNNING && cluster.hit(READ, TaskState.FINISHED, true));
            note(READ);
        });

        assertThat(cluster.status().state()).isEqualTo(JobState.FINISHED);
        assertThat(states)
                .as(cluster.history())
                .containsSubsequence(UNWRITTEN, WRITING, KEPT, UNWRITTEN, WRITING, KEPT);
        assertThat(partitions(READ).state()).isEqualTo(RELEASED);
        assertThat(partitions(READ).records()).isEqualTo(RECORDS);
        assertThat(partitions(READ).lost()).isEqualTo(2);
    }

    @Test
    void stayLostWhenNobodyNeedsThemAnyMore() {
        BatchCluster forked = new BatchCluster(3, fork(), 1, 1);
        boolean[] killed = new boolean[1];

        forked.playToTheEnd(step -> {
            boolean isRead = status(forked, PLUS).state() == TaskState.FINISHED;
            killed[0] = killed[0] || (isRead && forked.hit(READ, TaskState.FINISHED, true));
        });

        assertThat(forked.status().state()).isEqualTo(JobState.FINISHED);
        assertThat(killed[0]).isTrue();
        assertThat(status(forked, READ).partitions())
                .isEqualTo(new PartitionStatus(LOST, 1, RECORDS, 0, RECORDS, 1)); // In memory nothing has a size.
    }

    private void note(TaskId task) {
        PartitionStatus.State now = partitions(task).state();
        if (states.isEmpty() || states.get(states.size() - 1) != now) {
            states.add(now);
        }
    }

    private PartitionStatus partitions(TaskId task) {
        return status(cluster, task).partitions();
    }

    private TaskState state(TaskId task) {
        return status(cluster, task).state();
    }

    private static TaskStatus status(BatchCluster of, TaskId task) {
        return of.status().tasks().stream()
                .filter(one -> one.attempt().task().equals(task))
                .findFirst()
                .orElseThrow();
    }

    private static Job job() {
        JobDraft draft = Job.named("batch").mode(ExecutionMode.BATCH);
        draft.source("read", GeneratorSource.numbers().records(RECORDS))
                .rebalance()
                .map("plus", n -> n + 1)
                .outputType(Long.class)
                .parallelism(2)
                .rebalance()
                .map("out", n -> n)
                .outputType(Long.class)
                .sink("collect", Collected.<Long>atMost(10 * RECORDS).sink());
        return draft.build();
    }

    /** Two stages, and behind them two that read nothing of them. */
    private static Job fork() {
        JobDraft draft = Job.named("batch").mode(ExecutionMode.BATCH);
        draft.source("read", GeneratorSource.numbers().records(RECORDS))
                .keyBy(n -> n)
                .process("plus", Same::new)
                .sink("collect", Collected.<Long>atMost(10 * RECORDS).sink());
        draft.source("read-late", GeneratorSource.numbers().records(RECORDS))
                .keyBy(n -> n)
                .process("plus-late", Same::new)
                .sink("collect-late", Collected.<Long>atMost(10 * RECORDS).sink());
        return draft.build();
    }

    private static final class Same implements KeyedProcessFunction<Long, Long, Long> {
        @Override
        public void process(Long key, Long value, ProcessContext context, Output<Long> out) {
            out.emit(value);
        }
    }
}
