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
import org.junit.jupiter.api.Test;

final class SurveyTest {
    private static final Plan PLAN = Plan.of(TestJobs.graph(1, 1, 1));
    private static final NodeId WORKER = new NodeId("worker", "1");
    private static final Term TERM = new Term(3);

    private static Survey survey(TaskId... there) {
        JobSpec spec = new JobSpec(new JobId("clicks", 1), "Clicks", Map.of(), null, "");
        List<TaskInventory> tasks =
                List.of(there).stream().map(SurveyTest::secondAttempt).toList();
        JobInventory job = new JobInventory(spec, 0, tasks, List.of(), List.of(), List.of());
        return new Survey(PLAN, List.of(new Survey.Answer(WORKER, job)), List.of(), TERM);
    }

    private static TaskInventory secondAttempt(TaskId task) {
        Losses none = new Losses(1, List.of());
        return new TaskInventory(
                new AttemptId(task, 2), Standing.RUNNING, null, null, none, ChannelPositions.none(), null);
    }

    /** It may run on where nobody sees it, and tell of itself later. */
    @Test
    void aTaskOfAStreamThatNobodyRemembersIsNumberedAboveAllThatMayHaveBegun() {
        TaskId forgotten = PLAN.tasks().get(1);
        Survey survey = survey(PLAN.tasks().get(0), PLAN.tasks().get(2));

        assertThat(survey.of(forgotten).isMissing()).isTrue();
        assertThat(survey.highest(forgotten)).isEqualTo(300);
    }

    @Test
    void whereAllTasksAreThereTheirNumbersGoOnFromTheNewest() {
        Survey survey = survey(PLAN.tasks().toArray(TaskId[]::new));

        assertThat(PLAN.tasks())
                .allSatisfy(task -> assertThat(survey.highest(task)).isEqualTo(2));
    }

    @Test
    void numbersThatWereLeftOutAreNoRestarts() {
        assertThat(Survey.begunBefore(new AttemptId(PLAN.tasks().get(0), 302))).isEqualTo(1);
    }
}
