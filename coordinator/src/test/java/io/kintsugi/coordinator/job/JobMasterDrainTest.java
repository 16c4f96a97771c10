package io.kintsugi.coordinator.job;

import static io.kintsugi.coordinator.job.Stories.W1;
import static io.kintsugi.coordinator.job.Stories.W2;
import static io.kintsugi.coordinator.job.Stories.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stories of jobs on workers that take no tasks; each has its transcript. */
final class JobMasterDrainTest {
    private static final Term TERM = new Term(7);
    private static final SlotOffer FREE = new SlotOffer(W2, 4, 2);

    private static Transcript alone() {
        return new Transcript(Stories.checkpointed(
                StoredCheckpoints.none(),
                Recovery.task().lossBudget(LossBudget.unlimited().recoveries(1))));
    }

    private static Transcript region() {
        return new Transcript(Stories.checkpointed(StoredCheckpoints.none()));
    }

    /** A task of {@code alone} comes to rest, and to work elsewhere. */
    private static void moves(Transcript story, String task, SlotOffer... offers) {
        story.stored(task).canceled(task);
        if (offers.length > 0) {
            story.offered(offers);
        }
        story.deployed(task).running(task);
    }

    @Test
    void tasksMoveOneAfterTheOtherAndTheirNeighboursAreNotTold() {
        Transcript story = alone().allRun().drained(W1);
        moves(story, "read[0]", FREE);
        story.stored("work[0]")
                .canceledBehind("work[0]", 17)
                .deployed("work[0]")
                .running("work[0]");
        moves(story, "write[0]");

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        assertThat(story.status().tasks()).extracting(TaskStatus::worker).containsOnly(W2);
        assertThat(story.status().restarts()).isZero();
        assertThat(story.loss().total().lost()).isZero();
        assertThat(story.recovery(1).state()).isEqualTo(RecoveryStatus.State.DONE);
        story.matches("moves/one-after-the-other");
    }

    /** What the second one still had for the first one would go with it. */
    @Test
    void aTaskThatComesToRestIsWaitedForAlsoWhenAnotherWorkerIsDrainedMeanwhile() {
        Transcript story = alone().allRun().drained(W2).drained(W1, W2).drained(W1);
        moves(story, "read[1]", FREE);

        story.matches("moves/second-worker");
    }

    /** Or its worker has never heard of it. */
    @Test
    void aTaskThatDoesNotComeToRestIsToldOfAndAskedAgain() {
        Transcript story = alone().allRun().drained(W1).ring("RestDue");
        moves(story, "read[0]", FREE);
        story.ring("RestDue");

        story.matches("moves/asked-again");
    }

    /** What it has said is under way, and what it is told meanwhile comes too late. */
    @Test
    void aTaskThatHasLeftBeforeItIsHeardToHasNotFailed() {
        Transcript story = alone().allRun()
                .drained(W1)
                .failed("work[1]", "disk full")
                .ring("RestartDue")
                .deployed("work[1]")
                .refused(
                        W1,
                        new WorkerCommand.ConnectTask(
                                TERM, new JobId("clicks", 1), attempt("read[0]"), List.of(), List.of()),
                        "this worker has no attempt read[0]@1")
                .running("work[1]")
                .stored("read[0]")
                .canceled("read[0]");

        assertThat(story.status().restarts()).isEqualTo(1);
        story.matches("moves/left-unheard");
    }

    @Test
    void aRegionRestartsFromACheckpointThatHasSilencedTheSources() {
        Transcript story = region().allRun()
                .drained(W1)
                .acked(1, "read[0]", "read[1]", "write[0]")
                .manifestStored()
                .canceled("read[0]", "read[1]", "work[0]", "work[1]", "write[0]")
                .offered(FREE)
                .deployed("read[0]", "read[1]", "work[0]", "work[1]", "write[0]")
                .running("read[0]", "read[1]", "work[0]", "work[1]", "write[0]");

        assertThat(story.status().tasks()).extracting(TaskStatus::worker).containsOnly(W2);
        assertThat(story.status().restarts()).isZero();
        story.matches("moves/region");
    }

    @Test
    void aFailureMeanwhileIsAnOrdinaryRecoveryAndThenTheDrainGoesOn() {
        Transcript story = alone().allRun()
                .drained(W1)
                .failed("work[1]", "disk full")
                .stored("read[0]")
                .canceled("read[0]")
                .offered(FREE)
                .ring("RestartDue")
                .deployed("read[0]", "work[1]")
                .running("read[0]", "work[1]");

        story.matches("moves/failure-meanwhile");
    }

    @Test
    void aTaskThatFailsBeforeItIsAtRestBeginsElsewhere() {
        Transcript story = alone().allRun()
                .drained(W1)
                .failed("read[0]", "disk full")
                .ring("RestartDue")
                .offered(FREE)
                .deployed("read[0]")
                .running("read[0]");

        story.matches("moves/fails-before-rest");
    }

    @Test
    void aDiscardedCheckpointIsTriedAgainAndTheSourcesGoOnMeanwhile() {
        Transcript story = region().allRun().drained(W1).ring("DeadlinePassed").ring("TriggerDue");

        story.matches("moves/region-discarded");
    }

    @Test
    void whoIsDrainedNoMoreKeepsWhatIsStillThere() {
        Transcript story = region().allRun()
                .drained(W1)
                .drained()
                .acked(1, "read[0]", "read[1]", "write[0]")
                .manifestStored();

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        story.matches("moves/taken-back");
    }

    @Test
    void tasksOfAQuarantinedWorkerWorkOnAndWhatFailsThereBeginsElsewhere() {
        Transcript story = alone().allRun()
                .quarantined(W1)
                .failed("read[0]", "disk full")
                .ring("RestartDue")
                .offered(FREE)
                .deployed("read[0]")
                .running("read[0]")
                .quarantined();

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        assertThat(story.status().tasks())
                .filteredOn(task -> task.worker().equals(W1))
                .isNotEmpty();
        story.matches("moves/quarantine");
    }

    @Test
    void aJobThatIsStoppedMeanwhileStops() {
        Transcript story = alone().allRun()
                .drained(W1)
                .stop(StopMode.NOW)
                .canceled("read[0]", "read[1]", "work[0]", "work[1]", "write[0]");

        assertThat(story.status().state()).isEqualTo(JobState.STOPPED);
        story.matches("moves/stopped");
    }

    @Test
    void tasksOfADrainedWorkerThatWaitForSlotsSayHowManyAreMissing() {
        Transcript story = alone().allRun()
                .drained(W1)
                .stored("read[0]")
                .canceled("read[0]")
                .offered();

        assertThat(story.status().state()).isEqualTo(JobState.DEGRADED);
        story.matches("moves/no-slots");
    }
}
