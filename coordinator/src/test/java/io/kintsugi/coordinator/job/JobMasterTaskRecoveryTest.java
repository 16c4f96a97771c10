package io.kintsugi.coordinator.job;

import static io.kintsugi.coordinator.job.Stories.W1;
import static io.kintsugi.coordinator.job.Stories.W2;
import static io.kintsugi.coordinator.job.Transcript.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Stories of jobs whose tasks restart without the others; each has its transcript. */
final class JobMasterTaskRecoveryTest {
    private static final NodeId W3 = new NodeId("w3", "c");

    private final Transcript story = story(Recovery.task());

    private static Transcript story(Recovery recovery) {
        return new Transcript(
                Stories.checkpointed(StoredCheckpoints.none(), recovery.lossBudget(LossBudget.unlimited())));
    }

    @Test
    void aFailedTaskRestartsAloneWhereItLeftOffAndThenACheckpointFollowsAtOnce() {
        story.allRun()
                .checkpoint(1)
                .ring("TriggerDue")
                .acked(2, "read[0]")
                .failedBehind("work[0]", 17)
                .ring("RestartDue")
                .deployed("work[0]")
                .running("work[0]")
                .acked(3, "read[0]", "read[1]", "write[0]")
                .manifestStored();

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        assertThat(story.status().tasks())
                .extracting(task -> task.attempt().number())
                .containsExactly(1, 1, 2, 1, 1);
        story.matches("approximate/task");
    }

    /** Seed 538 of the rolling restarts: its neighbour had not heard of it, was not told again, and waited for good. */
    @Test
    void aNeighbourIsToldAgainOfATaskThatEndedBeforeItWasHeardToRun() {
        ChannelPeer next = new ChannelPeer(ChannelId.parse("e1:0>0"), 2, new TaskLocation(W1, 0));
        WorkerCommand told = new WorkerCommand.ConnectTask(
                new Term(7), Stories.JOB, AttemptId.first(new TaskId("write", 0)), List.of(next), List.of());
        story.allRun()
                .failed("work[0]", "disk full")
                .ring("RestartDue")
                .deployed("work[0]")
                .ended("work[0]")
                .unanswered(W1, told, 1)
                .timer(new JobEvent.RepeatDue(W1, told, 2))
                .running("work[0]")
                .unanswered(W1, told, 2);

        story.matches("approximate/ended-before-running");
    }

    /** Seed 4114695924487340652 of the stops: the leader broke, since what has finished cannot fail. */
    @Test
    void aFinishedTaskThatItsWorkerKnowsNoMoreBeginsAnewForThoseThatCountOnIt() {
        ChannelPeer next = new ChannelPeer(ChannelId.parse("e0:0>0"), 2, new TaskLocation(W1, 0));
        WorkerCommand told = new WorkerCommand.ConnectTask(
                new Term(7), Stories.JOB, AttemptId.first(new TaskId("read", 0)), List.of(), List.of(next));
        story.allRun()
                .finished("read[0]")
                .failed("work[0]", "disk full")
                .ring("RestartDue")
                .deployed("work[0]")
                .refused(W1, told, "this worker has no attempt read[0]@1");

        story.matches("approximate/finished-and-unknown");
    }

    @Test
    void aTaskGoesBackToItsNewestStateAlthoughTheCheckpointWasDiscarded() {
        story.allRun()
                .checkpoint(1)
                .ring("TriggerDue")
                .acked(2, "write[0]")
                .failed("write[0]", "disk full")
                .ring("RestartDue")
                .deployed("write[0]")
                .running("write[0]");

        story.matches("approximate/newest-state");
    }

    @Test
    void aLateAcknowledgementIsKeptAsTheNewestStateAndDoesNotResurrectItsCheckpoint() {
        story.allRun()
                .ring("TriggerDue")
                .failed("work[0]", "disk full")
                .acked(1, "read[0]", "read[1]", "write[0]")
                .ring("RestartDue")
                .deployed("work[0]")
                .running("work[0]");

        assertThat(story.stored()).isEmpty();
        story.matches("approximate/late-acknowledgement");
    }

    @Test
    void producerAndConsumerThatFailInOneMomentFindEachOtherAgain() {
        story.allRun()
                .failed("work[0]", "first")
                .failed("write[0]", "second")
                .ring("RestartDue")
                .deployed("write[0]")
                .timer(new JobEvent.RestartDue(1))
                .deployed("work[0]")
                .running("work[0]", "write[0]");

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        story.matches("approximate/neighbours");
    }

    @Test
    void neighboursThatFailTogetherTwiceInARowAreOneIncident() {
        story.allRun()
                .failed("work[0]", "first")
                .failed("write[0]", "second")
                .timer(new JobEvent.RestartDue(1))
                .ring("RestartDue")
                .deployed("work[0]", "write[0]")
                .failed("write[0]", "third")
                .failed("work[0]", "fourth")
                .timer(new JobEvent.RestartDue(3))
                .timer(new JobEvent.RestartDue(4))
                .deployed("work[0]", "write[0]")
                .running("work[0]", "write[0]");

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        story.matches("approximate/neighbours-twice");
    }

    @Test
    void aNewAttemptThatFailsBeginsAgainAndNobodyElseDoes() {
        story.allRun()
                .failedBehind("work[0]", 17)
                .failed("work[1]", "disk full")
                .timer(new JobEvent.RestartDue(1))
                .failed("work[0]", "model not found")
                .ring("RestartDue")
                .deployed("work[0]")
                .running("work[0]");

        assertThat(story.status().state()).isEqualTo(JobState.RECOVERING);
        story.matches("approximate/fails-again");
    }

    @Test
    void lateReportsOfAnEarlierAttemptChangeNothing() {
        AttemptId zombie = Stories.attempt("work[0]");
        story.allRun()
                .failed("work[0]", "disk full")
                .ring("RestartDue")
                .deployed("work[0]")
                .running("work[0]");
        int before = story.length();
        for (int i = 0; i < 100; i++) {
            story.worker("TaskFailed", new WorkerEvent.TaskFailed(Stories.JOB, zombie, new Failure("x", "late", "")));
        }

        assertThat(story.since(before)).isEqualTo("TaskFailed clicks#1 work[0]@1\n".repeat(100));
        assertThat(story.status().restarts()).isEqualTo(1);
    }

    @Test
    void silenceOfAWorkerPausesCheckpointsAndRestartsNobody() {
        story.allRun()
                .timer(new JobEvent.WorkersSilent(Set.of(W2)))
                .ring("TriggerDue")
                .timer(new JobEvent.WorkersSilent(Set.of(W3)))
                .checkpoint(1);

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        assertThat(story.status().restarts()).isZero();
        story.matches("approximate/worker-silent");
    }

    @Test
    void aLostWorkerDegradesTheJobUntilThereAreSlots() {
        story.allRun().checkpoint(1).lost(W2).timer(new JobEvent.RestartDue(1)).offered(new SlotOffer(W1, 2, 0));
        assertThat(story.status().state()).isEqualTo(JobState.DEGRADED);

        story.after(Duration.ofHours(1))
                .ring("PlacingDue")
                .offered(new SlotOffer(W1, 2, 0))
                .ring("PlacingDue")
                .offered(new SlotOffer(W3, 4, 4))
                .timer(new JobEvent.RestartDue(2))
                .deployed("read[1]", "work[1]")
                .running("read[1]", "work[1]");

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        assertThat(story.status().tasks()).extracting(task -> task.worker()).containsExactly(W1, W3, W1, W3, W1);
        story.matches("approximate/worker-lost");
    }

    @Test
    void tasksThatShareASlotMissItOnce() {
        story.allRun()
                .lost(W2)
                .timer(new JobEvent.RestartDue(1))
                .offered(new SlotOffer(W1, 2, 0))
                .timer(new JobEvent.RestartDue(2))
                .offered(new SlotOffer(W1, 2, 0));

        assertThat(story.status().state()).isEqualTo(JobState.DEGRADED);
        assertThat(story.status().missingSlots()).isEqualTo(1);
        story.matches("approximate/one-slot-missing");
    }

    @Test
    void aTaskThatWaitsForAnotherIsNotLate() {
        List<AttemptId> waiting =
                List.of(new AttemptId(Stories.attempt("work[0]").task(), 2));
        story.allRun()
                .failed("work[0]", "first")
                .failed("write[0]", "second")
                .timer(new JobEvent.RestartDue(1))
                .deployed("work[0]")
                .timer(new JobEvent.DeployDeadlinePassed(waiting));

        assertThat(story.status().tasks().get(2).state()).isEqualTo(TaskState.DEPLOYED);
    }

    @Test
    void aFailureWhileTheJobIsDeployedHoldsNobodyUp() {
        story.failed("work[0]", "model not found")
                .deployed("read[0]", "read[1]", "work[1]", "write[0]")
                .ring("RestartDue")
                .deployed("work[0]")
                .running(ALL);

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        story.matches("approximate/while-deploying");
    }

    @Test
    void downstreamRestartsWhatIsBehindAndTheSourcesWorkOn() {
        Transcript downstream = story(Recovery.downstream());
        downstream
                .allRun()
                .checkpoint(1)
                .failed("work[0]", "disk full")
                .canceled("write[0]")
                .ring("RestartDue")
                .deployed("work[0]", "write[0]")
                .running("work[0]", "write[0]");

        assertThat(downstream.status().state()).isEqualTo(JobState.RUNNING);
        downstream.matches("approximate/downstream");
    }

    @Test
    void aTaskWithoutStateGoesOnWhereItStoppedWhetherItFailedOrWasToldTo() {
        Transcript downstream = story(Recovery.downstream());
        downstream
                .allRun()
                .failed("read[0]", "disk full")
                .canceledBehind("work[0]", 17)
                .canceled("work[1]", "write[0]")
                .ring("RestartDue");

        downstream.matches("approximate/canceled-behind");
    }

    @Test
    void aSinkRestartsAloneAndAnyOtherTaskWithItsRegion() {
        Transcript sink = story(Recovery.sink());
        sink.allRun()
                .checkpoint(1)
                .failed("write[0]", "disk full")
                .ring("RestartDue")
                .deployed("write[0]")
                .running("write[0]")
                .failed("work[0]", "disk full")
                .canceled("read[0]", "read[1]", "work[1]", "write[0]")
                .ring("RestartDue");

        assertThat(sink.status().tasks())
                .extracting(task -> task.attempt().number())
                .containsExactly(2, 2, 2, 2, 3);
        sink.matches("approximate/sink");
    }

    @Test
    void aDamagedNewestStateGivesWayToTheLastCompleteOne() {
        story.allRun()
                .checkpoint(1)
                .ring("TriggerDue")
                .acked(2, "write[0]")
                .failed("write[0]", "disk full")
                .ring("RestartDue")
                .unreadable("write[0]", 4)
                .deployed("write[0]")
                .running("write[0]");

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        story.matches("approximate/unreadable");
    }

    @Test
    void aFailureAfterTheLastManifestRestartsOneTaskAndTheOthersStayFinished() {
        story.allRun()
                .ended(ALL)
                .manifestStored()
                .finished("read[0]", "read[1]", "work[0]", "work[1]")
                .failed("write[0]", "disk full")
                .ring("RestartDue")
                .deployed("write[0]")
                .ended("write[0]")
                .manifestStored()
                .finished("write[0]");

        assertThat(story.status().state()).isEqualTo(JobState.FINISHED);
        story.matches("approximate/after-the-last");
    }
}
