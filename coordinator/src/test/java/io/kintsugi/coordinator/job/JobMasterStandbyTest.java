package io.kintsugi.coordinator.job;

import static io.kintsugi.coordinator.job.Stories.W1;
import static io.kintsugi.coordinator.job.Stories.W2;
import static io.kintsugi.coordinator.job.Transcript.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.SpareStatus;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.recovery.Recovery;
import org.junit.jupiter.api.Test;

/** Stories of a job that has an instance of work standing by; each has its transcript. */
final class JobMasterStandbyTest {
    private static final NodeId W3 = new NodeId("w3", "c");

    private final Transcript story = new Transcript(Stories.standingBy(Recovery.task()));

    private void ready(int number) {
        story.worker("SpareReady", new WorkerEvent.SpareReady(Stories.JOB, spare(number)));
    }

    private void failed(int number) {
        Failure why = new Failure("java.io.IOException", "no model", "");
        story.worker("SpareFailed", new WorkerEvent.SpareFailed(Stories.JOB, spare(number), why));
    }

    private static AttemptId spare(int number) {
        return new AttemptId(new TaskId("work", 2), number);
    }

    @Test
    void aSpareTakesThePlaceOfAFailedTaskWhoseSlotTheNextSpareGets() {
        story.allRun().offered(new SlotOffer(W1, 2, 1), new SlotOffer(W2, 2, 1), new SlotOffer(W3, 2, 1));
        assertThat(story.status().spares())
                .containsExactly(new SpareStatus(spare(1), SpareStatus.State.OPENING, W3, 0));
        ready(1);
        assertThat(story.status().spares()).containsExactly(new SpareStatus(spare(1), SpareStatus.State.READY, W3, 0));
        story.failedBehind("work[0]", 17).ring("RestartDue").deployed("work[0]").running("work[0]");
        ready(2);
        assertThat(story.status().spares()).containsExactly(new SpareStatus(spare(2), SpareStatus.State.READY, W1, 1));
        story.stop(StopMode.NOW).canceled(ALL);

        assertThat(story.status().state()).isEqualTo(JobState.STOPPED);
        story.matches("standby/takes-over");
    }

    @Test
    void aLostSpareIsReplacedAndNobodyRestarts() {
        story.allRun().offered(new SlotOffer(W3, 2, 1));
        ready(1);
        story.lost(W3).offered(new SlotOffer(W2, 2, 1));
        ready(2);

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        story.matches("standby/spare-lost");
    }

    @Test
    void withoutASlotForASpareTasksRestartAsEverAndSlotsAreAskedForAgain() {
        story.allRun()
                .offered(new SlotOffer(W1, 1, 0))
                .failedBehind("work[0]", 17)
                .ring("RestartDue")
                .deployed("work[0]")
                .running("work[0]")
                .timer(new JobEvent.PlacingDue(Spares.ROUND))
                .offered(new SlotOffer(W3, 2, 2));

        story.matches("standby/no-slot");
    }

    @Test
    void tasksThatFindNoSlotGetThatOfASpare() {
        story.allRun()
                .offered(new SlotOffer(W1, 2, 1))
                .lost(W2)
                .ring("RestartDue")
                .offered()
                .ring("PlacingDue")
                .offered(new SlotOffer(W1, 2, 1));

        story.matches("standby/gives-way");
    }

    @Test
    void aSpareThatCannotBeOpenedIsGivenUpAfterSomeTries() {
        story.allRun().offered(new SlotOffer(W3, 2, 1));
        for (int number = 1; number <= 3; number++) {
            failed(number);
            story.timer(new JobEvent.PlacingDue(Spares.ROUND));
        }

        assertThat(story.status().state()).isEqualTo(JobState.RUNNING);
        assertThat(story.status().spares())
                .containsExactly(new SpareStatus(spare(4), SpareStatus.State.GIVEN_UP, null, 0));
        story.matches("standby/cannot-be-opened");
    }

    @Test
    void aSpareThatIsNotReadyIsNotWaitedFor() {
        story.allRun()
                .offered(new SlotOffer(W3, 2, 1))
                .failedBehind("work[0]", 17)
                .ring("RestartDue");

        story.matches("standby/not-ready");
    }

    @Test
    void whereAllGoBackTogetherNobodyStandsBy() {
        Transcript region = new Transcript(Stories.standingBy(Recovery.region()));
        int before = region.allRun().length();

        assertThat(region.since(before)).isEmpty();
    }
}
