package io.kintsugi.coordinator.job;

import static io.kintsugi.coordinator.job.Stories.W1;
import static io.kintsugi.coordinator.job.Stories.W2;
import static io.kintsugi.coordinator.job.Transcript.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Stories of jobs that get over failures; each has its transcript. */
final class JobMasterRecoveryTest {
    private static final NodeId W3 = new NodeId("w3", "c");
    private static final String[] OTHERS = {"read[0]", "read[1]", "work[1]", "write[0]"};

    private final Transcript story = new Transcript(Stories.checkpointed(StoredCheckpoints.none()));

    @Test
    void aFailedTaskRestartsItsRegionFromTheNewestCheckpointAndThenOneIsTriggeredAtOnce() {
        story.allRun()
                .checkpoint(1)
                .ring("TriggerDue")
                .acked(2, "read[0]")
                .failed("work[0]", "disk full")
                .canceled("read[0]")
                .ring("RestartDue")
                .canceled("read[1]", "work[1]", "write[0]")
                .deployed(ALL)
                .running(ALL)
                .acked(3, "read[0]", "read[1]", "write[0]")
                .manifestStored();

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        story.matches("recovery/region");
    }

    @Test
    void aLostWorkerIsOneIncidentAndItsTasksGoElsewhereWhenThereIsAPlace() {
        story.allRun()
                .checkpoint(1)
                .lost(W2)
                .canceled("read[0]", "work[0]", "write[0]")
                .ring("RestartDue")
                .offered(new SlotOffer(W1, 2, 0))
                .ring("PlacingDue")
                .offered(new SlotOffer(W1, 2, 0), new SlotOffer(W3, 4, 4))
                .deployed(ALL)
                .running(ALL);

        assertThat(story.status().tasks()).extracting(task -> task.worker()).containsExactly(W1, W3, W1, W3, W1);
        story.matches("recovery/worker-lost");
    }

    @Test
    void aJobThatFindsNoPlaceFailsWhenTheDeployTimeoutIsOver() {
        story.allRun()
                .lost(W2)
                .canceled("read[0]", "work[0]", "write[0]")
                .ring("RestartDue")
                .offered()
                .after(Duration.ofMinutes(10))
                .ring("PlacingDue")
                .offered();

        assertThat(story.status().state()).isEqualTo(JobState.FAILED);
        assertThat(story.status().failure())
                .hasToString("NoSlots: no place to restart within 600000 ms: 1 slot is needed, in place of those on"
                        + " lost or closed workers, and 0 are free (there is no worker); stop a job, add a worker or slots, or"
                        + " lower the parallelism");
    }

    @Test
    void aFailureOnTheWayBeginsTheRestartAgain() {
        story.allRun()
                .failed("work[0]", "first")
                .canceled(OTHERS)
                .ring("RestartDue")
                .deployed("read[0]", "read[1]")
                .failed("work[0]", "second")
                .canceled(OTHERS)
                .ring("RestartDue")
                .deployed(ALL)
                .running(ALL);

        story.matches("recovery/failure-on-the-way");
    }

    @Test
    void aFailureWhileAManifestIsStoredWaitsForItAndRestoresIt() {
        story.allRun()
                .ring("TriggerDue")
                .acked(1, "read[0]", "read[1]", "write[0]")
                .failed("work[0]", "disk full")
                .canceled(OTHERS)
                .ring("RestartDue")
                .manifestStored();

        story.matches("recovery/failure-while-storing");
    }

    @Test
    void whatAnEarlierAttemptStoresComesTooLateAndIsDeleted() {
        WorkerEvent.CheckpointAcked late = new WorkerEvent.CheckpointAcked(
                Stories.JOB, Stories.attempt("read[0]"), 1, story.version(Stories.attempt("read[0]"), 1, false));
        story.allRun()
                .ring("TriggerDue")
                .acked(1, "read[1]", "write[0]")
                .failed("work[0]", "disk full")
                .worker("CheckpointAcked while it is cancelled", late)
                .canceled(OTHERS)
                .ring("RestartDue")
                .worker("CheckpointAcked of an earlier attempt", late)
                .deployed(ALL)
                .running(ALL)
                .worker("CheckpointAcked of an earlier attempt", late);

        story.matches("recovery/late-versions");
    }

    @Test
    void aDamagedCheckpointIsSetAsideForTheOneBefore() {
        story.allRun()
                .checkpoint(1)
                .checkpoint(2)
                .failed("work[0]", "disk full")
                .canceled(OTHERS)
                .ring("RestartDue")
                .unreadable("read[0]")
                .unreadable("write[0]")
                .canceled("read[1]", "work[0]", "work[1]")
                .unreadable("write[0]")
                .canceled("read[0]", "read[1]", "work[0]", "work[1]");

        assertThat(story.status().state()).isEqualTo(JobState.FAILED);
        story.matches("recovery/unreadable");
    }

    @Test
    void aBoundedJobEndsWithALastManifestAndThenFinishes() {
        story.allRun()
                .ended("read[0]", "read[1]", "work[0]", "work[1]", "write[0]")
                .manifestStored()
                .finished(ALL);

        assertThat(story.status().state()).isEqualTo(JobState.FINISHED);
        story.matches("recovery/bounded");
    }

    @Test
    void aFailureAfterTheLastManifestRestartsWhatHasFinishedToo() {
        story.allRun()
                .ended(ALL)
                .manifestStored()
                .finished("read[0]", "read[1]")
                .failed("write[0]", "disk full")
                .canceled("work[0]", "work[1]")
                .ring("RestartDue")
                .deployed(ALL)
                .ended(ALL)
                .manifestStored()
                .finished(ALL);

        assertThat(story.status().state()).isEqualTo(JobState.FINISHED);
        story.matches("recovery/failure-after-the-last");
    }

    @Test
    void aDrainingJobRecoversAndDrainsAgain() {
        story.allRun()
                .stop(StopMode.DRAIN)
                .failed("work[0]", "disk full")
                .canceled(OTHERS)
                .ring("RestartDue")
                .deployed(ALL)
                .running(ALL)
                .ended(ALL)
                .manifestStored()
                .finished(ALL);

        assertThat(story.status().state()).isEqualTo(JobState.STOPPED);
        story.matches("recovery/drain");
    }

    @Test
    void aJobThatStopsWithASavepointFinishesWhereItIsAndRecoversToTheSavepoint() {
        story.allRun()
                .stopWithSavepoint("last")
                .acked(1, "read[0]", "read[1]", "write[0]")
                .manifestStored()
                .stop(StopMode.DRAIN)
                .finished("read[0]", "read[1]")
                .failed("write[0]", "disk full")
                .canceled("work[0]", "work[1]")
                .ring("RestartDue")
                .deployed(ALL)
                .running(ALL)
                .finished(ALL);

        assertThat(story.status().state()).isEqualTo(JobState.STOPPED);
        story.matches("recovery/stop-savepoint");
    }

    @Test
    void stoppingNowEndsARecovery() {
        story.allRun()
                .failed("work[0]", "disk full")
                .canceled("read[0]", "read[1]")
                .stop(StopMode.NOW)
                .canceled("work[1]", "write[0]")
                .ring("RestartDue");

        assertThat(story.status().state()).isEqualTo(JobState.STOPPED);
        story.matches("recovery/stop-now");
    }

    @Test
    void aTaskThatDoesNotGoIsLeftBehindAndTheRestartGoesOn() {
        story.allRun()
                .failed("work[0]", "disk full")
                .canceled("read[0]", "read[1]", "work[1]")
                .ring("RestartDue")
                .ring("CancelDeadlinePassed")
                .deployed(ALL)
                .running(ALL);

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        story.matches("recovery/left-behind");
    }

    @Test
    void twoRegionsRestartApartFromEachOther() {
        String[] one = {"read[0]", "write[0]", "write[1]"};
        String[] other = {"read-too[0]", "write-too[0]", "write-too[1]"};
        Transcript both = new Transcript(Stories.twoRegions());
        both.deployed(one)
                .deployed(other)
                .running(one)
                .running(other)
                .failed("write[0]", "first")
                .canceled("read[0]", "write[1]")
                .failed("read-too[0]", "second")
                .timer(new JobEvent.RestartDue(1))
                .deployed(one)
                .running(one);

        assertThat(both.status().state()).isEqualTo(JobState.RECOVERING);
        both.canceled("write-too[0]", "write-too[1]")
                .ring("RestartDue")
                .deployed(other)
                .running(other);
        assertThat(both.status().state()).isEqualTo(JobState.RUNNING);
        both.matches("recovery/two-regions");
    }

    @Test
    void aJobWithoutCheckpointsRestartsWithNothingUntilItsRestartsAreUsedUp() {
        Recovery once = Recovery.none().restart(RestartStrategy.fixedDelay(1, Duration.ofMillis(20)));
        Transcript plain = new Transcript(Stories.master(once, null));
        plain.allRun()
                .failed("work[0]", "first")
                .canceled(OTHERS)
                .ring("RestartDue")
                .deployed(ALL)
                .running(ALL)
                .failed("work[0]", "second")
                .canceled(OTHERS);

        assertThat(plain.status().failure())
                .hasToString("IOException: task work[0]@2 on w1/a: second; 1 restart is used up");
        plain.matches("recovery/without-checkpoints");
    }
}
