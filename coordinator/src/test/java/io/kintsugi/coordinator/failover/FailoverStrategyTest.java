package io.kintsugi.coordinator.failover;

import static io.kintsugi.coordinator.Topologies.chain;
import static io.kintsugi.coordinator.Topologies.diamond;
import static io.kintsugi.coordinator.Topologies.selfJoin;
import static io.kintsugi.coordinator.Topologies.union;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.Recovery;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What restarts with whom, on every shape that a job can have. */
final class FailoverStrategyTest {
    private static String restarted(Recovery.Strategy strategy, JobGraph graph, String... failed) {
        List<TaskId> tasks = List.of(failed).stream().map(TaskId::parse).toList();
        return FailoverStrategy.of(strategy, Plan.of(graph)).restartedWith(tasks).stream()
                .sorted()
                .toList()
                .toString();
    }

    private static String downstream(JobGraph graph, String... failed) {
        return restarted(Recovery.Strategy.DOWNSTREAM, graph, failed);
    }

    @Test
    void byTaskOnlyTheFailedRestart() {
        assertThat(restarted(Recovery.Strategy.TASK, diamond(), "left[0]")).isEqualTo("[left[0]]");
        assertThat(restarted(Recovery.Strategy.TASK, TestJobs.graph(2, 2, 1), "work[1]", "read[0]"))
                .isEqualTo("[read[0], work[1]]");
    }

    @Test
    void inAChainOnlyItsOwnLineIsDownstream() {
        assertThat(downstream(chain(2), "work[1]")).isEqualTo("[work[1], write[1]]");
        assertThat(downstream(chain(2), "read[0]")).isEqualTo("[read[0], work[0], write[0]]");
    }

    @Test
    void inADiamondTheOtherSideWorksOn() {
        assertThat(downstream(diamond(), "left[0]")).isEqualTo("[join[0], left[0]]");
        assertThat(downstream(diamond(), "read[0]")).isEqualTo("[join[0], left[0], read[0], right[0]]");
        assertThat(downstream(diamond(), "join[0]")).isEqualTo("[join[0]]");
    }

    @Test
    void fromAllToAllEverySubtaskOfTheNextStepIsDownstream() {
        assertThat(downstream(TestJobs.graph(2, 2, 2), "read[1]"))
                .isEqualTo("[read[1], work[0], work[1], write[0], write[1]]");
        assertThat(downstream(TestJobs.graph(2, 2, 1), "work[1]")).isEqualTo("[work[1], write[0]]");
    }

    @Test
    void twoEdgesBetweenTheSameStepsCountOnce() {
        assertThat(downstream(selfJoin(), "read[0]")).isEqualTo("[join[0], join[1], read[0]]");
        assertThat(restarted(Recovery.Strategy.TASK, selfJoin(), "read[0]")).isEqualTo("[read[0]]");
    }

    @Test
    void inAUnionTheOtherSourceWorksOn() {
        assertThat(downstream(union(), "read[0]")).isEqualTo("[read[0], write[0]]");
        assertThat(downstream(union(), "read-too[0]", "read[0]")).isEqualTo("[read[0], read-too[0], write[0]]");
    }

    @Test
    void aSinkRestartsAloneAndEverybodyElseWithTheRegion() {
        assertThat(restarted(Recovery.Strategy.SINK, diamond(), "join[0]")).isEqualTo("[join[0]]");
        assertThat(restarted(Recovery.Strategy.SINK, diamond(), "left[0]"))
                .isEqualTo("[join[0], left[0], read[0], right[0]]");
        assertThat(restarted(Recovery.Strategy.SINK, TestJobs.twoRegions(), "write[0]"))
                .isEqualTo("[write[0]]");
        assertThat(restarted(Recovery.Strategy.SINK, selfJoin(), "join[1]")).isEqualTo("[join[1]]");
    }

    @Test
    void aRegionIsAllThatIsConnectedInEitherDirection() {
        assertThat(restarted(Recovery.Strategy.REGION, union(), "read[0]"))
                .isEqualTo("[read[0], read-too[0], write[0]]");
        assertThat(restarted(Recovery.Strategy.REGION, chain(2), "work[1]")).isEqualTo("[read[1], work[1], write[1]]");
    }
}
