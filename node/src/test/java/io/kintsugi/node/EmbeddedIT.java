package io.kintsugi.node;

import static io.kintsugi.node.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.TaskStatus;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class EmbeddedIT extends OnEmbeddedNode {
    private static final long END_MS = 60_000;

    @Test
    void aJobObjectGivesEveryCountThatAPlainLoopGives() throws Exception {
        Collected<CountJob.Count> output = Collected.atMost(200_000);

        JobStatus submitted = await(kintsugi.submit(CountJob.job(100_000, 0, 3, output.sink())));
        JobStatus ended = await(kintsugi.ended("count", END_MS));

        assertThat(submitted.spec().id().run()).isEqualTo(1);
        assertThat(ended.state()).as(String.valueOf(ended.failure())).isEqualTo(JobState.FINISHED);
        assertThat(CountJob.sorted(output.records())).isEqualTo(CountJob.expected(100_000));
    }

    @Test
    void aBuilderClassRunsWithItsParameters() throws Exception {
        CountJob.OUTPUT.clear();

        await(kintsugi.submit(CountJob.class, Map.of("records", "5000", "parallelism", "1")));
        JobStatus ended = await(kintsugi.ended("count", END_MS));

        assertThat(ended.state()).as(String.valueOf(ended.failure())).isEqualTo(JobState.FINISHED);
        assertThat(CountJob.sorted(CountJob.OUTPUT.records())).isEqualTo(CountJob.expected(5_000));
    }

    @Test
    void anEndlessJobThatIsDrainedKeepsWhatItRead() throws Exception {
        Collected<CountJob.Count> output = Collected.atMost(1_000_000);
        await(kintsugi.submit(CountJob.job(Long.MAX_VALUE, 10_000, 2, output.sink())));
        await().atMost(END_MS, TimeUnit.MILLISECONDS).until(() -> output.count() > 1_000);

        await(kintsugi.stop("count", StopMode.DRAIN));
        JobStatus ended = await(kintsugi.ended("count", END_MS));

        assertThat(ended.state()).as(String.valueOf(ended.failure())).isEqualTo(JobState.STOPPED);
        assertThat(output.count()).isEqualTo(read(ended));
    }

    @Test
    void theSameNameRunsAgainAfterItsEndAndNotBefore() throws Exception {
        Collected<CountJob.Count> output = Collected.atMost(1_000_000);
        await(kintsugi.submit(CountJob.job(Long.MAX_VALUE, 100, 1, output.sink())));

        assertThatThrownBy(() -> await(kintsugi.submit(CountJob.job(10, 0, 1, output.sink()))))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("count");
        await(kintsugi.stop("count", StopMode.NOW));
        await(kintsugi.ended("count", END_MS));
        output.clear();
        JobStatus second = await(kintsugi.submit(CountJob.job(10, 0, 1, output.sink())));
        await(kintsugi.ended("count", END_MS));

        assertThat(second.spec().id().run()).isEqualTo(2);
        assertThat(CountJob.sorted(output.records())).isEqualTo(CountJob.expected(10));
    }

    @Test
    void metricsCountTheRecordsOfEveryTaskAndShowTheStateOfEveryJob() throws Exception {
        Collected<CountJob.Count> output = Collected.atMost(2_000);
        await(kintsugi.submit(CountJob.job(2_000, 0, 2, output.sink())));
        await(kintsugi.ended("count", END_MS));

        await().atMost(END_MS, TimeUnit.MILLISECONDS)
                .untilAsserted(() -> assertThat(kintsugi.metrics())
                        .contains(
                                "kintsugi_task_records_out_total{job=\"count\",subtask=\"0\",vertex=\"collect\"} 2000.0")
                        .contains("kintsugi_job_state{job=\"count\",state=\"finished\"} 1.0")
                        .contains("kintsugi_job_loss_records{job=\"count\",kind=\"lost-state\"} 0.0"));
    }

    private static long read(JobStatus status) {
        return status.tasks().stream()
                .filter(task -> task.attempt().task().vertex().equals("clicks"))
                .map(TaskStatus::counters)
                .mapToLong(counters -> counters.recordsIn())
                .sum();
    }
}
