package io.kintsugi.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.recovery.CheckpointsWithLoss;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.LossBudget.OnExcess;
import io.kintsugi.core.recovery.Recovery;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stories of jobs that lose records, and of what that leads to. */
final class JobMasterLossTest {
    private static final LossBudget NONE = LossBudget.unlimited();

    private static Transcript story(LossBudget budget) {
        return story(Recovery.task().lossBudget(budget));
    }

    private static Transcript story(Recovery recovery) {
        return new Transcript(Stories.checkpointed(StoredCheckpoints.none(), recovery));
    }

    @Test
    void aRecoveryTellsItsTimelineAndWhatItHasCost() {
        Transcript story = story(NONE)
                .allRun()
                .failedBehind("work[0]", 17)
                .ring("RestartDue")
                .deployed("work[0]")
                .reached("work[0]", RecoveryStage.RESTORED)
                .running("work[0]")
                .lost("work[0]", 10, 17)
                .reached("work[0]", RecoveryStage.FIRST_RECORD)
                .reached("work[0]", RecoveryStage.CAUGHT_UP);

        RecoveryStatus recovery = story.recovery(1);
        assertThat(recovery.state()).isEqualTo(RecoveryStatus.State.DONE);
        assertThat(recovery.untouched()).isEqualTo(4);
        assertThat(recovery.timeline()).containsOnlyKeys(RecoveryStage.values());
        assertThat(List.copyOf(recovery.timeline().values())).isSorted();
        assertThat(recovery.loss().lostState()).isEqualTo(8);
        assertThat(story.loss().total()).isEqualTo(recovery.loss());
    }

    @Test
    void aSecondFailureBeforeTheNextCheckpointDoesNotCountTwice() {
        Transcript story = story(NONE)
                .allRun()
                .recovered("work[0]")
                .lost("work[0]", 10, 17)
                .recovered("work[0]")
                .lost("work[0]", 10, 30)
                .lost("work[0]", 10, 17);

        assertThat(story.loss().entries())
                .extracting(LossEntry::recovery, entry -> entry.range().count())
                .containsExactly(tuple(1L, 8L), tuple(2L, 13L));
        assertThat(story.loss().total().lost()).isEqualTo(21);
        assertThat(story.status().restarts()).isEqualTo(2);
    }

    @Test
    void aUsedUpBudgetClimbsToTheRegionWhichRepairsTheLoss() {
        Transcript story = story(NONE.records(5))
                .allRun()
                .checkpoint(1)
                .recovered("work[0]")
                .lost("work[0]", 10, 17)
                .failed("work[0]", "again")
                .canceled("write[0]")
                .failed("work[1]", "too")
                .canceled("read[0]", "read[1]")
                .ring("RestartDue");

        assertThat(story.recovery(2).state()).isEqualTo(RecoveryStatus.State.ESCALATED);
        assertThat(story.recovery(3).strategy()).isEqualTo(Recovery.Strategy.REGION);
        assertThat(story.loss().entries()).extracting(LossEntry::state).containsExactly(LossEntry.State.REPAIRED);
        assertThat(story.loss().total().lost()).isZero();
        assertThat(story.loss().budget().exceeded()).isFalse();
        story.matches("approximate/escalates");
    }

    @Test
    void aBudgetThatPausesHoldsTheTaskUntilThereIsRoom() {
        Transcript story = story(
                        NONE.recoveries(1).window(Duration.ofSeconds(10)).onExcess(OnExcess.PAUSE))
                .allRun()
                .recovered("work[0]")
                .failed("work[0]", "again")
                .ring("RestartDue")
                .after(Duration.ofSeconds(11))
                .ring("RestartDue");

        assertThat(story.status().tasks().get(2).attempt().number()).isEqualTo(3);
        story.matches("approximate/pauses");
    }

    @Test
    void aBudgetThatWarnsSaysSoAndGoesOn() {
        Transcript story = story(NONE.records(5).onExcess(OnExcess.WARN))
                .allRun()
                .recovered("work[0]")
                .lost("work[0]", 10, 17);
        int before = story.length();
        story.recovered("work[0]");

        assertThat(story.since(before)).contains("warn: the loss budget is used up within 600000 ms: 8 records lost");
        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aCheckpointIsMarkedWithWhatWasLostSinceTheOneBefore() {
        Transcript story = story(Recovery.task().lossBudget(NONE).checkpointsWithLoss(CheckpointsWithLoss.MARK))
                .allRun()
                .recovered("work[0]")
                .lost("work[0]", 10, 17)
                .acked(1, "read[0]", "read[1]", "write[0]")
                .manifestStored()
                .checkpoint(2);

        assertThat(story.checkpoints()).extracting(status -> status.lost()).containsExactly(0L, 8L);
    }

    @Test
    void aJobThatForbidsCheckpointsAfterALossTakesThemAgainWhenTheRegionHasRepairedIt() {
        Transcript story = story(
                        Recovery.task().lossBudget(NONE.recoveries(1)).checkpointsWithLoss(CheckpointsWithLoss.FORBID))
                .allRun()
                .checkpoint(1)
                .recovered("work[0]")
                .lost("work[0]", 10, 17)
                .acked(2, "read[0]", "read[1]", "write[0]")
                .ring("TriggerDue");
        assertThat(story.stored()).hasSize(1);
        assertThat(story.loss().entries()).extracting(LossEntry::state).containsExactly(LossEntry.State.OPEN);

        story.failed("work[1]", "disk full")
                .canceled("write[0]")
                .failed("work[0]", "disk full")
                .canceled("read[0]", "read[1]")
                .ring("RestartDue")
                .deployed(Transcript.ALL)
                .running(Transcript.ALL);
        story.matches("approximate/forbids-checkpoints");
    }

    @Test
    void aLateReportOfAnAttemptThatWentBackToACheckpointCountsNothing() {
        Transcript story = story(NONE.recoveries(0)).allRun().failed("work[0]", "disk full");
        story.failed("work[1]", "disk full");
        assertThat(story.recovery(2).strategy()).isEqualTo(Recovery.Strategy.REGION);

        story.lost("work[0]", 10, 17);

        assertThat(story.loss().total().lost()).isZero();
    }
}
