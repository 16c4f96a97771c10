package io.kintsugi.coordinator.checkpoint;

import static io.kintsugi.coordinator.checkpoint.CheckpointTranscript.ACKNOWLEDGING;
import static io.kintsugi.coordinator.checkpoint.CheckpointTranscript.JOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each story has its transcript; read the file's diff when one of these fails. */
final class CheckpointCoordinatorTest {
    private final CheckpointTranscript story = new CheckpointTranscript();

    @Test
    void completesWhenAllHaveAcknowledgedAndKeepsTheNewest() {
        story.allRun()
                .due()
                .completes(1)
                .after(Duration.ofSeconds(10))
                .due()
                .completes(2)
                .after(Duration.ofSeconds(10))
                .due()
                .completes(3);

        story.matches("complete");
    }

    @Test
    void aTaskThatDiesWhenACheckpointIsTriggeredLeavesItIncomplete() {
        story.allRun().due().acked(1, "read[0]", "read[1]").tasksFailed();
        story.play("Acked late", late(1, "write[0]"));

        assertThat(story.stored()).isEmpty();
        story.matches("task-dies-at-trigger");
    }

    private CheckpointEvent late(long checkpoint, String task) {
        return new CheckpointEvent.Acked(checkpoint, story.version(task, checkpoint, false));
    }

    @Test
    void afterAFailureWithAPendingCheckpointOneIsTriggeredAtOnceAndThenByTheInterval() {
        story.allRun()
                .due()
                .acked(1, "read[0]")
                .tasksFailed()
                .deadline(1)
                .due()
                .allRun()
                .staleDue()
                .completes(2)
                .after(Duration.ofSeconds(10))
                .due()
                .completes(3);

        story.matches("failure-then-at-once");
    }

    @Test
    void aTriggerThatIsNeverAnsweredDoesNotStopLaterCheckpoints() {
        story.allRun()
                .due()
                .acked(1, "read[0]", "write[0]")
                .after(Duration.ofSeconds(4))
                .deadline(1)
                .after(Duration.ofSeconds(6))
                .due()
                .completes(2);

        story.matches("deadline");
    }

    @Test
    void whileAWorkerIsSilentNothingIsTriggeredAndWhatTimesOutDoesNotCount() {
        story.allRun().due().acked(1, "read[0]", "write[0]");
        story.play("WorkersSilent", new CheckpointEvent.WorkersSilent(true));
        story.after(Duration.ofSeconds(4))
                .deadline(1)
                .after(Duration.ofSeconds(6))
                .due();
        story.play("WorkersSilent no more", new CheckpointEvent.WorkersSilent(false));
        story.after(Duration.ofSeconds(4))
                .deadline(2)
                .after(Duration.ofSeconds(6))
                .due()
                .completes(3);

        story.matches("worker-silent");
    }

    @Test
    void aLateAcknowledgementNeitherResurrectsACheckpointNorLeaksItsFiles() {
        story.allRun()
                .due()
                .acked(1, "read[0]", "read[1]")
                .after(Duration.ofSeconds(4))
                .deadline(1);
        story.acked(1, "write[0]").after(Duration.ofSeconds(6)).due().acked(1, "write[0]");
        story.completes(2).acked(2, "write[0]");

        assertThat(story.stored()).extracting(Manifest::checkpoint).containsExactly(2L);
        story.matches("late-acknowledgement");
    }

    @Test
    void anAcknowledgementThatComesTwiceDeletesNothing() {
        story.allRun().due();
        StateVersion version = story.version("read[0]", 1, false);
        CheckpointEvent ack = new CheckpointEvent.Acked(1, version);
        story.play("first", ack)
                .play("second", ack)
                .acked(1, "read[1]", "write[0]")
                .manifestStored();
        story.play("third", ack);
        story.play("late", new CheckpointEvent.CameLate(version));

        assertThat(story.deleted()).isEmpty();
    }

    @Test
    void discardsThatRecoveriesCauseNeverFailTheJob() {
        story.allRun().due();
        for (int failure = 1; failure <= 20; failure++) {
            story.tasksFailed().allRun();
        }

        assertThat(story.coordinator().statuses())
                .filteredOn(status -> status.state() == CheckpointState.DISCARDED)
                .hasSize(20);
        story.completes(21);
        assertThat(story.coordinator().restorable()).isPresent();
    }

    @Test
    void tooManyDeadlinesAndStorageErrorsInARowFailTheJob() {
        story.allRun()
                .due()
                .declined(1, "write[0]", true)
                .due()
                .completes(2)
                .due()
                .acked(3, ACKNOWLEDGING)
                .manifestRefused(3)
                .due()
                .deadline(4);

        story.matches("too-many-failures");
    }

    @Test
    void aTaskThatIsNotReadyDiscardsTheCheckpointAtOnceAndThatDoesNotCount() {
        story.allRun()
                .due()
                .declined(1, "read[1]", false)
                .due()
                .declined(2, "read[1]", false)
                .due()
                .declined(3, "read[1]", false)
                .due()
                .completes(4);

        story.matches("declined");
    }

    @Test
    void theLastStateOfAnEndedTaskStandsForItInLaterCheckpoints() {
        story.allRun()
                .ended("read[0]")
                .due()
                .acked(1, "read[1]", "write[0]")
                .manifestStored()
                .ended("read[1]")
                .due()
                .ended("work[0]", "work[1]", "write[0]")
                .manifestStored();

        story.matches("bounded-job");
    }

    @Test
    void aTaskThatEndsWhileACheckpointWaitsForItStartsAnother() {
        story.allRun().due().acked(1, "read[1]").ended("read[0]").completesWith(2, "read[1]", "write[0]");

        story.matches("ends-while-pending");
    }

    @Test
    void aFailureBeforeTheLastManifestExistsLetsItComplete() {
        story.allRun()
                .ended("read[0]", "read[1]", "work[0]", "work[1]", "write[0]")
                .tasksFailed()
                .manifestStored()
                .allRun()
                .ended("read[0]", "read[1]", "work[0]", "work[1]", "write[0]")
                .manifestStored();

        story.matches("failure-while-storing-the-last");
    }

    @Test
    void theLastManifestIsTriedAgainWhenTheStoreFails() {
        story.allRun()
                .ended("read[0]", "read[1]", "work[0]", "work[1]", "write[0]")
                .manifestRefused(1)
                .due()
                .manifestStored();

        story.matches("last-manifest-refused");
    }

    @Test
    void aSavepointIsACheckpointWithANameThatRetentionLeavesAlone() {
        story.allRun().play("SavepointAsked", new CheckpointEvent.SavepointAsked("before-upgrade"));
        story.completes(1);
        for (long checkpoint = 2; checkpoint <= 4; checkpoint++) {
            story.after(Duration.ofSeconds(10)).due().completes(checkpoint);
        }
        story.play("SavepointDeleted", new CheckpointEvent.SavepointDeleted("before-upgrade"));

        story.matches("savepoint");
    }

    @Test
    void savepointsWaitForThePendingCheckpointAndEndWithTheJob() {
        story.allRun()
                .due()
                .play("SavepointAsked a", new CheckpointEvent.SavepointAsked("a"))
                .play("SavepointAsked b", new CheckpointEvent.SavepointAsked("b"))
                .completes(1)
                .acked(2, ACKNOWLEDGING)
                .savepointRefused("there is one of this name")
                .play("JobEnds", new CheckpointEvent.JobEnds())
                .play("AllGone", new CheckpointEvent.AllGone());

        assertThat(story.coordinator().statuses())
                .extracting(CheckpointStatus::savepoint, CheckpointStatus::state, CheckpointStatus::reason)
                .startsWith(tuple("b", CheckpointState.DISCARDED, "the job ends"));
        story.matches("savepoints-wait");
    }

    @Test
    void numbersRiseOverRunsAndWhatEarlierRunsKeptIsDeletedInItsTurn() {
        JobId earlier = new JobId("clicks", 2);
        Manifest old = manifest(earlier, 41, null);
        Manifest save = manifest(earlier, 43, "kept");
        CheckpointTranscript next = new CheckpointTranscript(
                CheckpointTranscript.RULES, new StoredCheckpoints(List.of(old), List.of(save), save, true));

        assertThat(next.coordinator().restorable()).contains(save);
        next.allRun().due().completes(44).due().completes(45);

        assertThat(next.coordinator().restorable()).map(Manifest::checkpoint).contains(45L);
        assertThat(next.deleted()).containsExactly(old.versions().get(0).id());
        next.matches("earlier-runs");
    }

    /** What waits for a checkpoint that is not complete may be taken back with all others. */
    @Test
    void aSinkThatRestartsAloneIsToldWhichCheckpointIsComplete() {
        assertThat(dueAlone()).isZero();
        story.allRun().due().completes(1).after(Duration.ofSeconds(10)).due().acked(2, "write[0]");
        assertThat(dueAlone()).isEqualTo(1);

        story.acked(2, "read[0]", "read[1]");
        assertThat(dueAlone()).isEqualTo(1);
        story.manifestStored();
        assertThat(dueAlone()).isEqualTo(2);
    }

    private long dueAlone() {
        return story.coordinator()
                .restorePoint(TaskId.parse("write[0]"), false, ChannelPositions.none())
                .due();
    }

    private static Manifest manifest(JobId job, long checkpoint, String savepoint) {
        VersionId id = new VersionId(job, AttemptId.first(new TaskId("read", 0)), checkpoint);
        StateVersion version = new StateVersion(id, checkpoint, false, 10, 0, List.of(), List.of());
        return new Manifest(job, checkpoint, savepoint, new Term(3), 1, 2, 128, List.of(version));
    }

    @Test
    void aDamagedCheckpointIsSetAsideForTheOneBeforeUntilNoneIsLeft() {
        story.allRun().due().completes(1).due().completes(2).tasksFailed();
        story.play("FoundUnreadable", new CheckpointEvent.FoundUnreadable(2, "block 3: checksum"));

        assertThat(story.coordinator().restorable()).map(Manifest::checkpoint).contains(1L);
        story.play("FoundUnreadable", new CheckpointEvent.FoundUnreadable(1, "missing"));
        assertThat(story.coordinator().isSpoilt()).isTrue();
        story.matches("unreadable");
    }

    @Test
    void aVersionBetweenBarriersIsKeptUntilTheNext() {
        story.allRun();
        StateVersion first = story.version("read[0]", StateVersion.NO_CHECKPOINT, false);
        StateVersion second = story.version("read[0]", StateVersion.NO_CHECKPOINT, false);
        story.play("stored", new CheckpointEvent.StoredBetweenBarriers(first))
                .play("stored", new CheckpointEvent.StoredBetweenBarriers(second));

        assertThat(story.deleted()).containsExactly(first.id());
        assertThat(story.coordinator().ledger().newest()).containsEntry(second.task(), second);
        assertThat(story.coordinator().ledger().entries())
                .extracting(StateLedger.Entry::origin)
                .containsExactly(StateLedger.Origin.BETWEEN_BARRIERS);
        assertThat(JOB).isEqualTo(second.id().job());
    }
}
