package io.kintsugi.coordinator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.SuperstepStatus;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** An iteration whose end has two subtasks, which is over when they measure at most 1 together, or behind superstep 3. */
class SuperstepsTest {
    private static final JobId JOB = new JobId("clicks", 3);
    private static final Plan PLAN = Plan.of(TestJobs.iterating(2, 1, 3));
    private static final TaskId READ = new TaskId("read", 0);
    private static final TaskId START = new TaskId("loop-start", 1);
    private static final TaskId BODY = new TaskId("work", 1);
    private static final TaskId END = new TaskId("loop", 1);
    private static final TaskId WRITE = new TaskId("write", 1);

    private final Map<TaskId, AttemptId> finished = new TreeMap<>();
    private Supersteps supersteps = of(StoredCheckpoints.none());

    @Test
    void isCompleteWhenAllHaveFinishedAndStored() {
        finishAll(1);
        store(1, 0, 1, 3);

        assertThat(advance()).isEmpty();

        store(1, 1, 1, 4);
        Supersteps.Completed completed = advance().get(0);

        assertThat(completed.superstep()).isEqualTo(new Manifest.Superstep("loop", 1, 7));
        assertThat(completed.over()).isFalse();
        assertThat(completed.next()).hasSize(6).contains(START, BODY, END);
        assertThat(versions(START)).containsExactly("clicks#3/loop[1]@1/v1");
        assertThat(versions(END)).isEmpty();
        assertThat(supersteps.begins(BODY).minCheckpoint()).isEqualTo(1);
        assertThat(supersteps.statuses()).containsExactly(new SuperstepStatus("loop", 2, 3, 7, false));
    }

    @Test
    void countsNoStateOfAnAttemptThatWasReplaced() {
        finishAll(1);
        store(1, 0, 1, 3);
        store(1, 1, 1, 4);
        finished.put(END, new AttemptId(END, 2));

        assertThat(advance()).isEmpty();
        assertThat(store(1, 1, 2, 4)).containsExactly(id(END, 1));
        assertThat(advance()).hasSize(1);
    }

    @Test
    void readsFromOutsideOnceAtItsStartAndAgainInsideOfIt() {
        assertThat(supersteps.need(START, READ)).isEqualTo(Supersteps.Need.READS);
        assertThat(supersteps.need(WRITE, END)).isEqualTo(Supersteps.Need.NOT_YET);
        assertThat(supersteps.readsAgain(START, READ)).isFalse();
        assertThat(supersteps.readsAgain(BODY, READ)).isTrue();

        complete(1, 9);

        assertThat(supersteps.need(START, READ)).isEqualTo(Supersteps.Need.NO_MORE);
        assertThat(supersteps.need(BODY, START)).isEqualTo(Supersteps.Need.READS);
    }

    @Test
    void isOverWhenItMeasuresLittleEnoughAndItsEndGivesOutWhatItHas() {
        Supersteps.Completed completed = complete(1, 0.5);

        assertThat(completed.over()).isTrue();
        assertThat(completed.next()).containsExactly(new TaskId("loop", 0), END);
        assertThat(versions(END)).containsExactly("clicks#3/loop[1]@1/v1");
        assertThat(supersteps.need(WRITE, END)).isEqualTo(Supersteps.Need.READS);
        assertThat(supersteps.need(BODY, START)).isEqualTo(Supersteps.Need.NO_MORE);
        assertThat(supersteps.areOver(START)).isTrue();
        assertThat(supersteps.areOver(END)).isFalse();
    }

    @Test
    void keepsTheStatesBeforeUntilTheStoreKnowsOfThoseBehind() {
        complete(1, 9);
        Manifest second = complete(2, 9).manifest();

        List<Supersteps.Unneeded> unneeded = supersteps.manifestStored(second);

        assertThat(unneeded).hasSize(1);
        assertThat(unneeded.get(0).versions()).containsExactly(id(new TaskId("loop", 0), 1), id(END, 1));
        assertThat(supersteps.manifestStored(second)).isEmpty();
    }

    @Test
    void goesOnBehindWhatAnotherLeaderHasCompletedAndNumbersOn() {
        Manifest second = completeTwice();

        supersteps = of(new StoredCheckpoints(List.of(second), List.of(), null, false));

        assertThat(supersteps.statuses()).containsExactly(new SuperstepStatus("loop", 3, 3, 9, false));
        assertThat(versions(START)).containsExactly("clicks#3/loop[1]@2/v1");
        Supersteps.Completed last = complete(3, 9);
        assertThat(last.over()).as("behind the maximum").isTrue();
        assertThat(last.manifest().checkpoint()).isEqualTo(second.checkpoint() + 1);
    }

    @Test
    void needsNothingBehindItsEnd() {
        completeTwice();

        List<Supersteps.Unneeded> unneeded = supersteps.end();

        assertThat(unneeded.stream().flatMap(one -> one.manifest().stream())).hasSize(2);
        assertThat(supersteps.statuses()).containsExactly(new SuperstepStatus("loop", 3, 3, 9, false));
    }

    private Manifest completeTwice() {
        complete(1, 9);
        return complete(2, 9).manifest();
    }

    private Supersteps.Completed complete(int superstep, double measure) {
        finishAll(superstep);
        store(superstep, 0, superstep, measure);
        store(superstep, 1, superstep, 0);
        return advance().get(0);
    }

    private static Supersteps of(StoredCheckpoints found) {
        return new Supersteps(new Supersteps.Job(JOB, new Term(7), PLAN, found));
    }

    private void finishAll(int attempt) {
        PLAN.tasks().forEach(task -> finished.put(task, new AttemptId(task, attempt)));
    }

    private List<Supersteps.Completed> advance() {
        return supersteps.advance(task -> Optional.ofNullable(finished.get(task)), 5);
    }

    private List<VersionId> store(int superstep, int subtask, int attempt, double measure) {
        VersionId id = id(new TaskId("loop", subtask), attempt);
        return supersteps.stored(new StateVersion(id, superstep, false, 10, 0, List.of(), List.of()), measure);
    }

    private static VersionId id(TaskId task, int attempt) {
        return new VersionId(JOB, new AttemptId(task, attempt), 1);
    }

    private List<String> versions(TaskId task) {
        return supersteps.begins(task).versions().stream()
                .map(version -> version.id().toString())
                .toList();
    }
}
