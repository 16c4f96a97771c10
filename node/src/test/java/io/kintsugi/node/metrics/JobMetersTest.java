package io.kintsugi.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.PartitionStatus;
import io.kintsugi.core.protocol.SuperstepStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.LossBasis;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JobMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final JobMeters meters = new JobMeters(registry);

    @Test
    void showsTheStateTheRecoveriesAndTheLossesOfAJob() {
        meters.show(List.of(job(1, JobState.RUNNING, 1, 0)));
        meters.show(List.of(job(1, JobState.RECOVERING, 3, 25)));

        assertThat(gauge("state", "state", "running")).isZero();
        assertThat(gauge("state", "state", "recovering")).isEqualTo(1);
        assertThat(gauge("tasks", "state", "running")).isEqualTo(1);
        assertThat(gauge("tasks", "state", "waiting")).isZero();
        assertThat(gauge("loss.records", "kind", "discarded")).isEqualTo(25);
        assertThat(gauge("loss.budget.used", "job", "clicks")).isEqualTo(0.5);
        assertThat(gauge("superstep", "iteration", "ranks")).isEqualTo(3);
        assertThat(gauge("superstep.max", "iteration", "ranks")).isEqualTo(100);
        assertThat(gauge("superstep.value", "iteration", "ranks")).isEqualTo(0.25);
        assertThat(gauge("partitions", "state", "lost")).isEqualTo(4);
        assertThat(gauge("partitions", "state", "kept")).isZero();
        assertThat(counter("partitions.lost", "job", "clicks")).isEqualTo(8);
        assertThat(counter("recoveries", "job", "clicks")).isEqualTo(2);
        assertThat(counter("task.restarts", "vertex", "train")).isEqualTo(2);
    }

    @Test
    void anotherRunBeginsAnewAndAJobThatIsGoneHasNoMeters() {
        meters.show(List.of(job(1, JobState.FINISHED, 3, 25)));
        meters.show(List.of(job(2, JobState.RUNNING, 1, 0)));

        assertThat(counter("task.restarts", "vertex", "train")).isZero();

        meters.show(List.of());

        assertThat(registry.getMeters()).isEmpty();
    }

    private static JobFigures job(long run, JobState state, int attempt, long discarded) {
        Recovery recovery =
                Recovery.task().lossBudget(LossBudget.unlimited().records(50).recoveries(100));
        JobSpec spec = new JobSpec(new JobId("clicks", run), "a.B", Map.of(), null, "", recovery);
        TaskStatus task = new TaskStatus(
                        new AttemptId(new TaskId("train", 2), attempt),
                        "train",
                        TaskState.RUNNING,
                        new NodeId("w", "i1"),
                        null,
                        null)
                .with(new PartitionStatus(PartitionStatus.State.LOST, 4, 100, 2_000, 50, 8));
        LossTotals totals = new LossTotals(0, discarded, 0, 0, 0, discarded, LossBasis.COUNTED);
        LossStatus.Budget used = new LossStatus.Budget(discarded, 0, 2, 0, false);
        return new JobFigures(
                new JobStatus(spec, state, 1, 0, 0, null, List.of(task))
                        .with(List.of(new SuperstepStatus("ranks", attempt, 100, 0.25, false))),
                new LossStatus(totals, true, 0, used, List.of()),
                attempt - 1);
    }

    private double gauge(String name, String tag, String value) {
        return registry.get("kintsugi.job." + name).tag(tag, value).gauge().value();
    }

    private double counter(String name, String tag, String value) {
        return registry.get("kintsugi.job." + name)
                .tag(tag, value)
                .functionCounter()
                .count();
    }
}
