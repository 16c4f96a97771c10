package io.kintsugi.coordinator.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.PartitionCounts;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.TaskTime;
import io.kintsugi.core.protocol.VertexSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class MetricsHistoryTest {
    private static final JobId JOB = new JobId("clicks", 1);
    private static final NodeId WORKER = new NodeId("w", "i1");

    private final MetricsHistory history = new MetricsHistory(List.of("read", "train"), 5);
    private final List<TaskStatus> tasks = new ArrayList<>();

    /** A report about one task arrives, which has given as many records as it took. */
    private void report(String vertex, int subtask, long records, long busyMs, long nowMs) {
        AttemptId attempt = AttemptId.first(new TaskId(vertex, subtask));
        TaskCounters counters = new TaskCounters(
                attempt,
                records,
                records,
                0,
                0,
                0,
                0,
                busyMs * 1_000_000,
                0,
                0,
                0,
                3,
                0,
                new TaskTime(records, ""),
                List.of());
        report(counters, nowMs);
    }

    private void report(TaskCounters counters, long nowMs) {
        AttemptId attempt = counters.attempt();
        history.reported(new TaskReport(JOB, WORKER, List.of(counters)), nowMs);
        tasks.removeIf(task -> task.attempt().equals(attempt));
        tasks.add(new TaskStatus(attempt, attempt.task().vertex(), TaskState.RUNNING, WORKER, counters, null));
    }

    private VertexSample sample(String vertex, long nowMs) {
        history.sample(tasks, Map.of("train", 77L), nowMs);
        return history.now(tasks, Map.of("train", 77L), nowMs).get(vertex);
    }

    @Test
    void takesTheTimeBetweenReportsRatherThanBetweenLooks() {
        report("read", 0, 1_000, 100, 10_000);
        sample("read", 10_900);
        report("read", 0, 3_000, 600, 11_000);

        VertexSample now = sample("read", 11_001);
        assertThat(now.recordsIn()).isEqualTo(3_000);
        assertThat(now.recordsInPerS()).isEqualTo(2_000);
        assertThat(now.busy()).isEqualTo(0.5);
    }

    @Test
    void addsUpTasksAndTakesTheWatermarkThatIsBehind() {
        report("read", 0, 100, 0, 1_000);
        report("read", 1, 500, 0, 1_000);
        sample("read", 1_000);
        report("read", 0, 200, 0, 2_000);
        report("read", 1, 900, 0, 2_000);

        VertexSample now = sample("read", 2_000);
        assertThat(now.recordsOut()).isEqualTo(1_100);
        assertThat(now.recordsOutPerS()).isEqualTo(500);
        assertThat(now.watermark()).isEqualTo(200);
        assertThat(now.late()).isEqualTo(6);
    }

    @Test
    void tellsTheEdgesOfATaskApart() {
        reportEdges(0, 100, 10, 1_000);
        reportEdges(1, 0, 0, 1_000);
        sample("read", 1_000);
        assertThat(history.writtenPerS(1_000)).isEmpty();
        reportEdges(0, 600, 20, 2_000);
        reportEdges(1, 50, 1, 2_000);
        sample("read", 2_000);

        assertThat(history.writtenPerS(2_000)).isEqualTo(Map.of(3, 550.0, 4, 11.0));
        assertThat(history.writtenPerS(60_000)).isEqualTo(Map.of(3, 0.0, 4, 0.0));
    }

    private void reportEdges(int subtask, long onThree, long onFour, long nowMs) {
        AttemptId attempt = AttemptId.first(new TaskId("read", subtask));
        TaskCounters counters = new TaskCounters(
                attempt,
                0,
                onThree + onFour,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                TaskTime.UNKNOWN,
                List.of(),
                new TreeMap<>(Map.of(3, onThree, 4, onFour)),
                PartitionCounts.NONE);
        report(counters, nowMs);
    }

    @Test
    void saysThatATaskDoesNothingWhenItIsNotHeardOf() {
        report("read", 0, 100, 0, 1_000);
        sample("read", 1_000);
        report("read", 0, 200, 0, 2_000);

        assertThat(sample("read", 2_000 + TaskRates.SILENT_MS).recordsInPerS()).isEqualTo(100);
        VertexSample later = sample("read", 2_001 + TaskRates.SILENT_MS);
        assertThat(later.recordsInPerS()).isZero();
        assertThat(later.recordsIn()).isEqualTo(200);
    }

    @Test
    void knowsNothingOfAVertexThatHasNotReported() {
        VertexSample now = sample("train", 1_000);

        assertThat(now.watermark()).isEqualTo(Long.MIN_VALUE);
        assertThat(now.recordsIn()).isZero();
        assertThat(now.stateBytes()).isEqualTo(77);
        assertThat(sample("read", 1_000).stateBytes()).isEqualTo(VertexSample.UNKNOWN);
    }

    @Test
    void forgetsTheOldestPointFirst() {
        for (long nowMs = 1_000; nowMs <= 8_000; nowMs += 1_000) {
            sample("read", nowMs);
        }

        assertThat(history.since(0, 1_000).timesMs()).containsExactly(4_000L, 5_000L, 6_000L, 7_000L, 8_000L);
        assertThat(history.since(6_000, 1_000).timesMs()).containsExactly(7_000L, 8_000L);
    }

    @Test
    void makesOnePointOfThoseInOneStep() {
        for (int second = 1; second <= 5; second++) {
            report("read", 0, 100L * second * second, 0, second * 1_000L);
            sample("read", second * 1_000L);
        }

        MetricsHistory.Window window = history.since(0, 2_000);
        List<VertexSample> points = window.series().get(0).points();
        assertThat(window.timesMs()).containsExactly(1_000L, 3_000L, 5_000L);
        assertThat(points).extracting(VertexSample::recordsIn).containsExactly(100L, 900L, 2_500L);
        assertThat(points.get(1).recordsInPerS()).isCloseTo((300 + 500) / 2.0, within(0.001));
    }

    @Test
    void looksWithoutRemembering() {
        history.now(tasks, Map.of(), 1_000);

        assertThat(history.since(0, 1_000).timesMs()).isEmpty();
    }
}
