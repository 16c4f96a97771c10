package io.kintsugi.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.TaskInventory;
import io.kintsugi.core.protocol.TaskInventory.Losses;
import io.kintsugi.core.protocol.TaskInventory.Standing;
import io.kintsugi.core.snapshot.ChannelPositions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SurveyTest {
    private static final Plan PLAN = Plan.of(TestJobs.graph(1, 1, 1));
    private static final NodeId WORKER = new NodeId("worker", "1");
    private static final Term TERM = new Term(3);

    private static Survey survey(TaskId... there) {
        return survey(Stream.of(there).map(task -> new AttemptId(task, 2)).toArray(AttemptId[]::new));
    }

    private static Survey survey(AttemptId... there) {
        JobSpec spec = new JobSpec(new JobId("clicks", 1), "Clicks", Map.of(), null, "");
        List<TaskInventory> tasks = Stream.of(there).map(SurveyTest::runs).toList();
        JobInventory job = new JobInventory(spec, 0, tasks, List.of(), List.of(), List.of());
        return new Survey(PLAN, List.of(new Survey.Answer(WORKER, job)), List.of(), TERM);
    }

    private static TaskInventory runs(AttemptId attempt) {
        Losses none = new Losses(1, List.of());
        return new TaskInventory(attempt, Standing.RUNNING, null, null, none, ChannelPositions.none(), null);
    }

    /** It may run on where nobody sees it, and tell of itself later. */
    @Test
    void aTaskOfAStreamThatNobodyRemembersIsNumberedAboveAllThatMayHaveBegun() {
        TaskId forgotten = PLAN.tasks().get(1);
        Survey survey = survey(PLAN.tasks().get(0), PLAN.tasks().get(2));

        assertThat(survey.of(forgotten).isMissing()).isTrue();
        assertThat(survey.numberedAbove(forgotten)).isEqualTo(3001);
    }

    /** The leader before it may not know yet that it is replaced, and goes on to number attempts on a worker that obeys it. */
    @Test
    void alsoWhereAllTasksAreThereAnotherLeadersNumbersAreNotUsed() {
        Survey survey = survey(PLAN.tasks().toArray(TaskId[]::new));

        assertThat(PLAN.tasks())
                .allSatisfy(task -> assertThat(survey.numberedAbove(task)).isEqualTo(3002));
    }

    @Test
    void twoLeadersShareNoNumberWhereOneHasUsedUpItsOwn() {
        TaskId task = PLAN.tasks().get(0);
        Survey survey = survey(new AttemptId(task, 3_998));

        assertThat(survey.numberedAbove(task)).isEqualTo(5_998);
    }

    @Test
    void attemptsAreCountedOnWhoeverNumbersThem() {
        TaskId task = PLAN.tasks().get(0);
        Survey survey = survey(task);

        AttemptId next = new AttemptId(task, survey.numberedAbove(task) + 1);

        assertThat(Survey.begunBefore(next)).isEqualTo(2);
    }
}
