package io.kintsugi.coordinator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckpointShelfTest {
    private static final JobId JOB = new JobId("clicks", 3);
    private static final Plan PLAN = Plan.of(TestJobs.sharing());

    @Test
    void aTaskBeginsWithItsOwnStateOrWithThatOfAllWhereTheyShareSome() {
        CheckpointShelf shelf = new CheckpointShelf(new CheckpointedJob(
                JOB,
                new Term(7),
                PLAN.keyGroups(),
                Participants.of(PLAN),
                Checkpointing.every(Duration.ofSeconds(10)),
                2,
                StoredCheckpoints.none()));
        shelf.add(new Manifest(
                JOB,
                1,
                null,
                new Term(7),
                0,
                0,
                PLAN.keyGroups(),
                PLAN.tasks().stream().map(CheckpointShelfTest::version).toList()));

        assertThat(tasks(shelf.statesFor(TaskId.parse("read[0]")))).containsExactly("read[0]");
        assertThat(tasks(shelf.statesFor(TaskId.parse("work[1]")))).containsExactly("work[0]", "work[1]");
    }

    @Test
    void aRunBeginsWithTheStatesOfARunBeforeAndNotWithItsLossesWhichALeaderThatCameLaterCountedAgain() {
        JobId before = new JobId("clicks", 2);
        TaskId task = TaskId.parse("read[0]");
        StateVersion lossy = new StateVersion(
                new VersionId(before, AttemptId.first(task), 1),
                1,
                false,
                10,
                0,
                List.of(),
                List.of(),
                List.of(LossRange.counted(ChannelId.parse("e0:0>0"), 1, 5, 8, LossKind.LOST_STATE)));
        Manifest savepoint = new Manifest(before, 1, "noon", new Term(6), 0, 0, PLAN.keyGroups(), List.of(lossy));
        CheckpointShelf shelf = new CheckpointShelf(new CheckpointedJob(
                JOB,
                new Term(7),
                PLAN.keyGroups(),
                Participants.of(PLAN),
                Checkpointing.every(Duration.ofSeconds(10)),
                2,
                new StoredCheckpoints(List.of(savepoint), List.of(savepoint), savepoint, false)));

        assertThat(shelf.restorable().orElseThrow().versions()).singleElement().satisfies(begun -> {
            assertThat(begun.id()).isEqualTo(lossy.id());
            assertThat(begun.losses()).isEmpty();
        });
        assertThat(shelf.statesFor(task))
                .allSatisfy(begun -> assertThat(begun.losses()).isEmpty());
    }

    private static StateVersion version(TaskId task) {
        return new StateVersion(new VersionId(JOB, AttemptId.first(task), 1), 1, false, 10, 0, List.of(), List.of());
    }

    private static List<String> tasks(List<StateVersion> versions) {
        return versions.stream().map(version -> version.task().toString()).toList();
    }
}
