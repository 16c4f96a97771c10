package io.kintsugi.coordinator.verticle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.TaskStatus;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeaderDrainTest {
    /** With checkpoints that nobody waits for. */
    private static final String ON_TWO_SLOTS = "2,2,1,600000";

    private static final String ON_ALL_SLOTS = "4,4,1,600000";

    @TempDir
    private Path directory;

    private LeaderFixture cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new LeaderFixture(directory, CoordinatorSettings.defaults());
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    private NodeStanding drain(String node) throws Exception {
        return LeaderFixture.outcome(cluster.leader.drain(node, true));
    }

    private void awaitDrained() {
        await().atMost(LeaderFixture.SOON)
                .untilAsserted(() -> assertThat(LeaderFixture.outcome(cluster.leader.standingOf(cluster.first.id()))
                                .state())
                        .isEqualTo(NodeStanding.State.DRAINED));
    }

    private void run(String name, String builder) throws Exception {
        cluster.submit(name, builder);
        cluster.awaitState(name, JobState.RUNNING);
    }

    @Test
    void tasksLeaveADrainedWorkerWhichGetsNone() throws Exception {
        run("clicks", ON_TWO_SLOTS);

        assertThat(drain("w1").state()).isEqualTo(NodeStanding.State.DRAINING);
        awaitDrained();

        cluster.awaitState("clicks", JobState.RUNNING);
        assertThat(cluster.status("clicks").tasks())
                .extracting(TaskStatus::worker)
                .containsOnly(cluster.second.id());
        assertThat(LeaderFixture.rejection(cluster.leader.submit(LeaderFixture.request("more", "1,1,1")))
                        .reason())
                .isEqualTo(Reason.NOT_ENOUGH_SLOTS);
        await().atMost(LeaderFixture.SOON)
                .untilAsserted(() -> assertThat(cluster.clusterNews)
                        .extracting(LoggedEvent::text)
                        .contains("has no tasks any more and can be stopped"));
    }

    @Test
    void nothingIsMovedWhereSlotsAreMissing() throws Exception {
        run("clicks", ON_ALL_SLOTS);
        int orders = cluster.first.commands().size();

        JobRejectedException refused = LeaderFixture.rejection(cluster.leader.drain("w1", true));

        assertThat(refused.reason()).isEqualTo(Reason.CANNOT_DRAIN);
        assertThat(refused)
                .hasMessage("node w1 cannot be drained: 2 slots are missing: its tasks need 2 on other workers, and 0"
                        + " are free (free/all: [w2 0/2]); add workers or stop a job");
        assertThat(cluster.first.commands()).hasSize(orders);
        assertThat(LeaderFixture.outcome(cluster.leader.standingOf(cluster.first.id())))
                .isEqualTo(NodeStanding.of(cluster.first.id(), false, Optional.empty(), 0));
    }

    @Test
    void aJobThatStoresNoStateIsNotMoved() throws Exception {
        run("clicks", "2,2,1");

        JobRejectedException refused = LeaderFixture.rejection(cluster.leader.drain("w1", true));

        assertThat(refused.reason()).isEqualTo(Reason.NOT_CHECKPOINTED);
        assertThat(refused)
                .hasMessage("node w1 cannot be drained: jobs [clicks] store no state, so their tasks cannot go on"
                        + " elsewhere; stop them first");
    }

    @Test
    void aNodeThatIsDrainedNoMoreGetsTasksAgain() throws Exception {
        drain("w1");
        awaitDrained();
        assertThat(drain("w11").state()).isEqualTo(NodeStanding.State.DRAINED);

        assertThat(LeaderFixture.outcome(cluster.leader.drain("w1", false)).state())
                .isEqualTo(NodeStanding.State.ACTIVE);

        run("clicks", ON_ALL_SLOTS);
    }

    @Test
    void aNodeThatNobodySeesIsUnknown() {
        assertThat(LeaderFixture.rejection(cluster.leader.drain("w3", true)))
                .hasMessage("no node in view is 'w3'; did you mean 'w1'?");
    }

    @Test
    void theNextLeaderGoesOnWithIt() throws Exception {
        drain("w1");
        awaitDrained();

        LeaderVerticle next = cluster.nextLeader();

        assertThat(LeaderFixture.outcome(next.standingOf(cluster.first.id())).state())
                .isEqualTo(NodeStanding.State.DRAINED);
        assertThat(LeaderFixture.rejection(next.submit(LeaderFixture.request("clicks", ON_ALL_SLOTS)))
                        .reason())
                .isEqualTo(Reason.NOT_ENOUGH_SLOTS);
    }

    /** Else a process would stop with tasks that its new leader has not heard of yet. */
    @Test
    void nobodySaysThatANodeIsEmptyAsLongAsJobsAreBeingTakenOver() throws Exception {
        run("clicks", ON_TWO_SLOTS);
        drain("w1");
        AtomicBoolean unreadable = new AtomicBoolean(true);
        cluster.aroundStore = (method, call) -> {
            if (method.equals("takeOver") && unreadable.get()) {
                throw new UncheckedIOException(new IOException("the disk is away"));
            }
            return call.make();
        };

        LeaderVerticle next = cluster.nextLeader();

        assertThat(LeaderFixture.rejection(next.standingOf(cluster.first.id())).reason())
                .isEqualTo(Reason.NOT_LEADING);
        assertThat(LeaderFixture.rejection(next.drain("w1", true)).reason()).isEqualTo(Reason.NOT_LEADING);
        unreadable.set(false);
        await().atMost(LeaderFixture.SOON)
                .ignoreExceptions()
                .until(() -> LeaderFixture.outcome(next.standingOf(cluster.first.id()))
                                .state()
                        == NodeStanding.State.DRAINED);
    }

    @Test
    void everyNodeIsToldWhoIsDrained() throws Exception {
        StandingBoard board = new StandingBoard(cluster.vertx);
        board.listen();
        drain("w1");

        await().atMost(LeaderFixture.SOON).untilAsserted(() -> {
            JsonObject told = new JsonObject();
            board.addTo(told, cluster.first.id());
            assertThat(told)
                    .isEqualTo(NodeStanding.of(cluster.first.id(), true, Optional.empty(), 0)
                            .toJson());
        });
        JsonObject other = new JsonObject();
        board.addTo(other, cluster.second.id());
        assertThat(other).isEqualTo(new JsonObject().put("state", "ACTIVE"));
    }
}
