package io.kintsugi.coordinator.verticle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kintsugi.coordinator.job.JobTransition;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobNews;
import io.kintsugi.core.protocol.JobNews.Kind;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.recovery.Recovery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JobReporterTest implements JobReporter.Facts {
    private static final JobId JOB = new JobId("clicks", 1);
    private static final Failure DISK = new Failure("java.io.IOException", "disk full", "");

    private final List<JobNews> told = new ArrayList<>();
    private final JobReporter reporter = new JobReporter(this, told::add);
    private final List<RecoveryStatus> recoveries = new ArrayList<>();
    private boolean exceeded;

    @Override
    public JobStatus status() {
        JobSpec spec = new JobSpec(JOB, "a.B", Map.of(), null, "");
        return new JobStatus(spec, JobState.FAILED, 1, 2, 0, DISK, List.of());
    }

    @Override
    public List<RecoveryStatus> recoveries() {
        return recoveries;
    }

    @Override
    public LossStatus loss() {
        LossStatus.Budget budget = new LossStatus.Budget(9, 0.5, 1, 7, exceeded);
        return new LossStatus(LossTotals.none(), true, 0, budget, List.of());
    }

    private void move(JobState from, JobState to) {
        reporter.moved(new JobTransition(JOB, from, to, "because"), 5);
    }

    private void recovered(long id) {
        recoveries.add(
                0,
                new RecoveryStatus(
                        id,
                        Recovery.Strategy.TASK,
                        List.of(),
                        List.of(),
                        1,
                        DISK,
                        RecoveryStatus.State.DONE,
                        Map.of(),
                        LossTotals.none()));
    }

    @Test
    void tellsWhatAJobHasBecomeAndNotWhatItIsAboutToBecome() {
        move(JobState.DEPLOYING, JobState.RUNNING);
        move(JobState.RUNNING, JobState.FAILING);
        move(JobState.FAILING, JobState.FAILED);

        assertThat(told)
                .extracting(JobNews::kind, JobNews::text)
                .containsExactly(tuple(Kind.RUNNING, "because"), tuple(Kind.FAILED, "IOException: disk full"));
    }

    @Test
    void tellsEachRecoveryOnceWhenAllTasksRunAgain() {
        move(JobState.RUNNING, JobState.RECOVERING);
        recovered(1);
        recovered(2);
        move(JobState.RECOVERING, JobState.RUNNING);
        move(JobState.RUNNING, JobState.RECOVERING);
        recovered(3);
        move(JobState.RECOVERING, JobState.DEGRADED);
        move(JobState.DEGRADED, JobState.RUNNING);

        assertThat(told)
                .extracting(JobNews::kind, JobReporterTest::recoveries)
                .containsExactly(
                        tuple(Kind.RECOVERING, List.of()),
                        tuple(Kind.RECOVERED, List.of(1L, 2L)),
                        tuple(Kind.RECOVERING, List.of()),
                        tuple(Kind.DEGRADED, List.of()),
                        tuple(Kind.RECOVERED, List.of(3L)));
    }

    private static List<Long> recoveries(JobNews news) {
        return news.recoveries().stream().map(RecoveryStatus::id).toList();
    }

    @Test
    void tellsOnceThatTheBudgetIsUsedUpUntilThereIsRoomAgain() {
        exceeded = true;
        move(JobState.RUNNING, JobState.RECOVERING);
        move(JobState.RECOVERING, JobState.RUNNING);
        exceeded = false;
        move(JobState.RUNNING, JobState.RECOVERING);
        exceeded = true;
        move(JobState.RECOVERING, JobState.RUNNING);

        assertThat(told)
                .extracting(JobNews::kind)
                .containsExactly(
                        Kind.BUDGET_EXCEEDED,
                        Kind.RECOVERING,
                        Kind.RECOVERED,
                        Kind.RECOVERING,
                        Kind.BUDGET_EXCEEDED,
                        Kind.RECOVERED);
        assertThat(told.get(0).text())
                .isEqualTo("9 records lost, 0.5 of all; 1 recovery, 7 ms unavailable within the window");
    }
}
