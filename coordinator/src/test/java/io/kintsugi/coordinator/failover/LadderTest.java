package io.kintsugi.coordinator.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LadderTest {
    private static final TaskId WORK = new TaskId("work", 0);
    private static final TaskId OTHER = new TaskId("work", 1);

    private static Ladder ladder(Recovery recovery) {
        return new Ladder(Plan.of(TestJobs.graph(2, 2, 1)), recovery, new Random(1));
    }

    /** The strategy, and the number of tasks of each group. */
    private static String what(Ladder.Decision decision) {
        if (decision instanceof Ladder.Restart restart) {
            List<String> groups = restart.groups().stream()
                    .map(group -> group.tasks().size() + (group.exact() ? " exact" : ""))
                    .toList();
            return restart.strategy() + " " + groups;
        }
        return ((Ladder.GiveUp) decision).reason();
    }

    private static String failed(Ladder ladder, boolean exceeded) {
        return what(ladder.failed(List.of(WORK), exceeded, 0));
    }

    @Test
    void climbsAStepWithEachFailureAtWhichTheBudgetIsUsedUpAndThenGivesUp() {
        Ladder ladder = ladder(Recovery.task());

        assertThat(failed(ladder, false)).isEqualTo("TASK [1]");
        assertThat(failed(ladder, true)).isEqualTo("DOWNSTREAM [2]");
        assertThat(failed(ladder, true)).isEqualTo("REGION [5 exact]");
        assertThat(failed(ladder, true)).startsWith("the loss budget is used up");
    }

    @Test
    void comesDownAgainWithTheFirstFailureAtWhichTheBudgetHasRoom() {
        Ladder ladder = ladder(Recovery.task());
        failed(ladder, true);
        failed(ladder, true);

        assertThat(failed(ladder, false)).isEqualTo("TASK [1]");
        assertThat(failed(ladder, true)).isEqualTo("DOWNSTREAM [2]");
    }

    @Test
    void aSinkStrategyClimbsToTheRegion() {
        Ladder ladder = ladder(Recovery.sink());

        assertThat(what(ladder.failed(List.of(new TaskId("write", 0)), false, 0)))
                .isEqualTo("SINK [1]");
        assertThat(failed(ladder, false)).isEqualTo("SINK [5 exact]");
        assertThat(what(ladder.failed(List.of(new TaskId("write", 0)), true, 0)))
                .isEqualTo("REGION [5 exact]");
    }

    @Test
    void staysWhereItIsUnlessItIsToEscalate() {
        Recovery warns = Recovery.task().lossBudget(LossBudget.standard().onExcess(LossBudget.OnExcess.WARN));
        Ladder ladder = ladder(warns);

        assertThat(failed(ladder, true)).isEqualTo("TASK [1]");
        assertThat(failed(ladder, true)).isEqualTo("TASK [1]");
    }

    @Test
    void everyTaskHasItsOwnPausesAndAfterItsLastRestartTheRegionGoesOn() {
        RestartStrategy once = RestartStrategy.fixedDelay(1, Duration.ofMillis(20));
        Ladder ladder = ladder(Recovery.task().restart(once));

        assertThat(what(ladder.failed(List.of(WORK), false, 0))).isEqualTo("TASK [1]");
        assertThat(what(ladder.failed(List.of(OTHER), false, 0))).isEqualTo("TASK [1]");
        assertThat(what(ladder.failed(List.of(WORK), false, 0))).isEqualTo("REGION [5 exact]");
        assertThat(what(ladder.failed(List.of(WORK), false, 0))).isEqualTo("1 restart is used up");
    }

    @Test
    void aJobThatWantsNoRestartsFailsWithTheFirstFailure() {
        assertThat(failed(ladder(Recovery.task().restart(RestartStrategy.none())), false))
                .isEmpty();
    }

    @Test
    void tasksThatFailTogetherRestartApartUnlessTheyShareTasks() {
        assertThat(what(ladder(Recovery.task()).failed(List.of(WORK, OTHER), false, 0)))
                .isEqualTo("TASK [1, 1]");
        assertThat(what(ladder(Recovery.downstream()).failed(List.of(WORK, OTHER), false, 0)))
                .isEqualTo("DOWNSTREAM [3]");
    }
}
