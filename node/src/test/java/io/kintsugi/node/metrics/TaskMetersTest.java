package io.kintsugi.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskLatency;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.TaskTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TaskMetersTest {
    private static final NodeId WORKER = new NodeId("w", "i1");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TaskMeters meters = new TaskMeters(registry);

    @Test
    void takesTheNewestReportOfAnAttempt() {
        report("clicks", 1, 1, 10);
        report("clicks", 1, 1, 25);

        assertThat(recordsIn("clicks")).isEqualTo(25);
    }

    @Test
    void goesOnRisingWithTheNextAttemptAndTheNextRun() {
        report("clicks", 1, 1, 10);
        report("clicks", 1, 2, 3);
        report("clicks", 1, 2, 4);
        report("clicks", 2, 1, 5);

        assertThat(recordsIn("clicks")).isEqualTo(10 + 4 + 5);
    }

    @Test
    void aLateReportOfAnEarlierAttemptChangesNothing() {
        report("clicks", 1, 2, 10);
        report("clicks", 1, 1, 99);

        assertThat(recordsIn("clicks")).isEqualTo(10);
    }

    @Test
    void forgetsTheJobThatReportedLeastRecently() {
        for (int job = 0; job < TaskMeters.JOBS_MAX; job++) {
            report("job" + job, 1, 1, 1);
        }
        report("job0", 1, 1, 2);

        report("one-more", 1, 1, 1);

        assertThat(registry.find("kintsugi.task.records.in").tag("job", "job1").meters())
                .isEmpty();
        assertThat(recordsIn("job0")).isEqualTo(2);
        assertThat(recordsIn("one-more")).isEqualTo(1);
    }

    @Test
    void showsTheCreditsOfTheNewestReportAndNoneForATaskWithoutOutputs() {
        report(counters("read", 7));
        report(counters("read", 0));
        report(counters("write", TaskCounters.NO_OUTPUTS));

        assertThat(registry.get("kintsugi.task.credits")
                        .tag("vertex", "read")
                        .gauge()
                        .value())
                .isZero();
        assertThat(registry.find("kintsugi.task.credits").tag("vertex", "write").meters())
                .isEmpty();
    }

    @Test
    void showsTheLatenciesOfTheNewestReportBySource() {
        report(latency(2, 20));
        report(latency(3, 30));

        assertThat(latency("0.5")).isEqualTo(0.003);
        assertThat(latency("0.99")).isEqualTo(0.03);
        assertThat(latency("1")).isEqualTo(0.3);
    }

    private static TaskCounters latency(long p50Ms, long p99Ms) {
        AttemptId id = AttemptId.first(new TaskId("write", 0));
        List<TaskLatency> latencies = List.of(new TaskLatency("read", p50Ms, p99Ms, 300));
        return new TaskCounters(id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, TaskTime.UNKNOWN, latencies);
    }

    private double latency(String quantile) {
        return registry.get("kintsugi.task.latency")
                .tags("job", "clicks", "vertex", "write", "source", "read", "quantile", quantile)
                .gauge()
                .value();
    }

    private static TaskCounters counters(String vertex, long credits) {
        AttemptId id = AttemptId.first(new TaskId(vertex, 0));
        return new TaskCounters(id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, credits, TaskTime.UNKNOWN, List.of());
    }

    private void report(TaskCounters counters) {
        meters.report(new TaskReport(new JobId("clicks", 1), WORKER, List.of(counters)));
    }

    private void report(String job, long run, int attempt, long records) {
        AttemptId id = new AttemptId(new TaskId("read", 3), attempt);
        TaskCounters counters = new TaskCounters(id, records, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        meters.report(new TaskReport(new JobId(job, run), WORKER, List.of(counters)));
    }

    private double recordsIn(String job) {
        return registry.get("kintsugi.task.records.in")
                .tags("job", job, "vertex", "read", "subtask", "3")
                .functionCounter()
                .count();
    }
}
