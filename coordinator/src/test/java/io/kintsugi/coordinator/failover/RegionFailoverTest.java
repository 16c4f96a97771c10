package io.kintsugi.coordinator.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.Recovery;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RegionFailoverTest {
    private static FailoverStrategy region(Plan plan) {
        return FailoverStrategy.of(Recovery.Strategy.REGION, plan);
    }

    @Test
    void restartsEverybodyWhereRecordsGoFromAllToAll() {
        Plan plan = Plan.of(TestJobs.graph(2, 3, 1));

        Set<TaskId> restarted = region(plan).restartedWith(List.of(new TaskId("work", 1)));

        assertThat(restarted).containsExactlyElementsOf(plan.tasks());
    }

    @Test
    void leavesAloneWhatNoChannelConnectsWithTheFailed() {
        Plan plan = Plan.of(TestJobs.twoRegions());

        Set<TaskId> restarted = region(plan).restartedWith(List.of(new TaskId("write", 0)));

        assertThat(restarted.stream().map(TaskId::vertex))
                .containsOnly("read", "write")
                .hasSize(3);
    }

    @Test
    void restartsSeveralRegionsWhenSeveralHaveFailed() {
        Plan plan = Plan.of(TestJobs.twoRegions());

        Set<TaskId> restarted = region(plan).restartedWith(List.of(new TaskId("write", 0), new TaskId("read-too", 0)));

        assertThat(restarted).containsExactlyElementsOf(plan.tasks());
    }
}
