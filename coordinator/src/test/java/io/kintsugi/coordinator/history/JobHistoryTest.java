package io.kintsugi.coordinator.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.coordinator.job.JobTransition;
import io.kintsugi.core.config.HistorySettings;
import io.kintsugi.core.layout.GraphOutline;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.kintsugi.core.protocol.LoggedFailure;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.LossBasis;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JobHistoryTest {
    private static final JobId JOB = new JobId("clicks", 1);
    private static final NodeId WORKER = new NodeId("w", "i1");
    private static final AttemptId SECOND = new AttemptId(new TaskId("train", 2), 2);
    private static final Failure DISK_FULL = new Failure("java.io.IOException", "disk full", "at a.B");

    private final EventLog cluster = new EventLog(10);
    private final JobHistory history =
            new JobHistory(JOB, new GraphOutline(List.of(), List.of()), new HistorySettings(10, 3, 2), cluster);

    private void taskFails(long nowMs) {
        history.taskMoved(
                new TaskTransition(SECOND, WORKER, TaskState.RUNNING, TaskState.FAILED, "disk full", DISK_FULL), nowMs);
    }

    @Test
    void keepsAFailureWithItsTaskAndItsTraceAlsoWhenTheTaskRunsAgain() {
        taskFails(5);
        history.taskMoved(
                new TaskTransition(SECOND.next(), WORKER, TaskState.FAILED, TaskState.DEPLOYING, "restart", null), 6);

        assertThat(history.failures().before(Long.MAX_VALUE, 10))
                .containsExactly(new LoggedFailure(1, 5, SECOND, WORKER, DISK_FULL));
    }

    @Test
    void tellsTheClusterOfJobsAndNotOfTasks() {
        taskFails(5);
        history.jobMoved(new JobTransition(JOB, JobState.RUNNING, JobState.FAILING, "disk full"), DISK_FULL, 6);

        assertThat(cluster.between(0, Long.MAX_VALUE, 10))
                .extracting(LoggedEvent::text)
                .containsExactly("RUNNING->FAILING: disk full");
        assertThat(history.events().between(0, Long.MAX_VALUE, 10))
                .extracting(LoggedEvent::level)
                .containsExactly(Level.ERROR, Level.WARN);
        assertThat(history.failures().before(Long.MAX_VALUE, 10))
                .extracting(LoggedFailure::attempt)
                .containsExactly(null, SECOND);
    }

    @Test
    void forgetsTheOldestFirstAndNeverUsesANumberTwice() {
        for (int i = 0; i < 5; i++) {
            history.warned("w" + i, i);
        }

        assertThat(history.events().between(0, Long.MAX_VALUE, 10))
                .extracting(LoggedEvent::seq)
                .containsExactly(5L, 4L, 3L);
    }

    @Test
    void givesThePageBetweenTwoNumbers() {
        for (int i = 0; i < 3; i++) {
            history.warned("w" + i, i);
        }

        EventLog events = history.events();
        assertThat(events.between(0, Long.MAX_VALUE, 2))
                .extracting(LoggedEvent::seq)
                .containsExactly(3L, 2L);
        assertThat(events.between(0, 2, 2)).extracting(LoggedEvent::seq).containsExactly(1L);
        assertThat(events.between(2, Long.MAX_VALUE, 2))
                .extracting(LoggedEvent::seq)
                .containsExactly(3L);
        assertThat(events.between(3, Long.MAX_VALUE, 2)).isEmpty();
    }

    @Test
    void aRecoveryThatIsDoneSaysThatItsLossIsOneSoFar() {
        TaskId task = SECOND.task();
        LossTotals loss = new LossTotals(1, 0, 0, 0, 0, 1, LossBasis.COUNTED);
        history.recoveryMoved(
                new RecoveryStatus(
                        4,
                        Recovery.Strategy.TASK,
                        List.of(task),
                        List.of(task),
                        7,
                        DISK_FULL,
                        RecoveryStatus.State.DONE,
                        Map.of(),
                        loss),
                5);

        assertThat(history.events().between(0, Long.MAX_VALUE, 1))
                .extracting(LoggedEvent::text)
                .containsExactly("recovery 4 DONE: strategy TASK, 1 task restarts, 7 untouched, 1 record lost so far: "
                        + "IOException: disk full");
    }
}
