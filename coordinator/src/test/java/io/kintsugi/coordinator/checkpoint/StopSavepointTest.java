package io.kintsugi.coordinator.checkpoint;

import static io.kintsugi.coordinator.checkpoint.CheckpointTranscript.ACKNOWLEDGING;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.snapshot.ChannelPositions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How a job stops with a savepoint. Each story has its transcript; read the file's diff when one of these fails. */
final class StopSavepointTest {
    private final CheckpointTranscript story = new CheckpointTranscript();

    @Test
    void theJobFinishesWithTheSavepointInsteadOfGoingOnBehindIt() {
        story.allRun();
        stop("last").completes(1);

        assertThat(story.coordinator().isFinishing(1)).isTrue();
        story.matches("stop");
    }

    @Test
    void theSavepointWaitsForTheCheckpointThatIsUnderWay() {
        story.allRun().due().acked(1, "read[0]");
        stop("last");
        assertThat(story.coordinator().statuses())
                .first()
                .extracting(CheckpointStatus::savepoint, CheckpointStatus::state)
                .containsExactly("last", CheckpointState.PENDING);
        story.completesWith(1, "read[1]", "write[0]").completes(2);

        story.matches("stop-behind-a-checkpoint");
    }

    @Test
    void whoStopsBeforeAllRunStopsAsSoonAsTheyDo() {
        stop("last").allRun().completes(1);

        story.matches("stop-before-all-run");
    }

    @Test
    void aFailureBeforeItIsCompleteLetsTheJobGoOnAndStopAsSoonAsAllRunAgain() {
        story.allRun();
        stop("last").acked(1, "read[0]").tasksFailed();
        assertThat(heldAfterAFailure()).isFalse();
        story.allRun().completes(2);

        story.matches("stop-after-a-failure");
    }

    @Test
    void aFailureAfterItIsCompleteHoldsTheSourcesUntilAllRunAgainAndFinish() {
        story.allRun();
        stop("last").completes(1).tasksFailed();
        assertThat(story.coordinator().isFinishing(1)).isFalse();
        assertThat(heldAfterAFailure()).isTrue();
        story.allRun();

        assertThat(story.coordinator().isFinishing(1)).isTrue();
        story.matches("stop-failure-while-finishing");
    }

    @Test
    void aFailureWhileTheManifestIsBeingStoredTellsSourcesNothingThatLetsThemGoOn() {
        story.allRun();
        stop("last").acked(1, ACKNOWLEDGING).tasksFailed().manifestStored();
        assertThat(heldAfterAFailure()).isTrue();
        story.allRun();

        story.matches("stop-failure-while-storing");
    }

    private boolean heldAfterAFailure() {
        return story.coordinator()
                .restorePoint(TaskId.parse("read[0]"), true, ChannelPositions.none())
                .held();
    }

    @Test
    void aSavepointThatIsDeclinedOrTakesTooLongIsTriedAgainSoonAndFailsTheJobAsAnyOther() {
        story.allRun();
        stop("last").declined(1, "read[0]", false).after(Duration.ofSeconds(1)).due();
        story.after(Duration.ofSeconds(4))
                .deadline(2)
                .after(Duration.ofSeconds(1))
                .due();
        story.after(Duration.ofSeconds(4)).deadline(3);

        story.matches("stop-tried-again");
    }

    @Test
    void aNameThatIsTakenMeanwhileDoesNotKeepTheJobFromStopping() {
        story.allRun();
        stop("last").acked(1, ACKNOWLEDGING).savepointRefused("there is one of this name already");
        story.completes(2);

        story.matches("stop-name-taken");
    }

    @Test
    void whoDrainsInsteadHasTheSourcesGoOnToTheirEnd() {
        story.allRun();
        stop("last").acked(1, "read[0]").play("StopTakenBack", new CheckpointEvent.StopTakenBack());

        story.matches("stop-taken-back");
    }

    @Test
    void aJobWhoseTasksAllEndMeanwhileEndsWithTheSavepoint() {
        story.allRun();
        stop("last")
                .ended("read[0]", "read[1]", "work[0]", "work[1]", "write[0]")
                .manifestStored();

        story.matches("stop-at-the-end");
    }

    @Test
    void aSavepointThatCannotBeReadFailsTheJobInsteadOfLosingWhatCameBeforeIt() {
        story.allRun().due().completes(1);
        stop("last").completes(2).tasksFailed();
        story.play("FoundUnreadable #2", new CheckpointEvent.FoundUnreadable(2, "block 3 is damaged"));

        story.matches("stop-unreadable");
    }

    private CheckpointTranscript stop(String savepoint) {
        return story.play("StopAsked " + savepoint, new CheckpointEvent.StopAsked(savepoint));
    }
}
