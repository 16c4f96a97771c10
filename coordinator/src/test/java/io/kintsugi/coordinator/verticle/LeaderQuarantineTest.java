package io.kintsugi.coordinator.verticle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.coordinator.verticle.NodeStanding.State;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.TaskStatus;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeaderQuarantineTest {
    private static final String ON_TWO_SLOTS = "2,2,1,600000";
    private static final String ON_ALL_SLOTS = "4,4,1,600000";

    @TempDir
    private Path directory;

    private final Instant far = Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.SECONDS);
    private LeaderFixture cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new LeaderFixture(directory, CoordinatorSettings.defaults());
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    private NodeStanding quarantine(String node) throws Exception {
        return LeaderFixture.outcome(cluster.leader.quarantine(node, far, "slow disk"));
    }

    private Reason refusal(String name, String builder) {
        return LeaderFixture.rejection(cluster.leader.submit(LeaderFixture.request(name, builder)))
                .reason();
    }

    private List<String> news() {
        return cluster.clusterNews.stream().map(LoggedEvent::text).toList();
    }

    @Test
    void aQuarantinedWorkerGetsNoTaskAndKeepsThoseThatItHas() throws Exception {
        cluster.submit("clicks", ON_TWO_SLOTS);
        cluster.awaitState("clicks", JobState.RUNNING);
        List<TaskStatus> before = cluster.status("clicks").tasks();

        NodeStanding standing = quarantine("w1");

        assertThat(standing.state()).isEqualTo(State.QUARANTINED);
        assertThat(standing.tasksLeft()).isPositive();
        assertThat(refusal("more", "2,2,1")).isEqualTo(Reason.NOT_ENOUGH_SLOTS);
        cluster.submit("one", "1,1,1");
        cluster.awaitState("one", JobState.RUNNING);
        assertThat(cluster.status("one").tasks()).extracting(TaskStatus::worker).containsOnly(cluster.second.id());
        assertThat(cluster.status("clicks").tasks())
                .extracting(TaskStatus::attempt, TaskStatus::worker)
                .isEqualTo(before.stream()
                        .map(task -> tuple(task.attempt(), task.worker()))
                        .toList());
        assertThat(news()).contains("is quarantined until " + far + ": slow disk");
    }

    @Test
    void aReleasedWorkerGetsTasksAgain() throws Exception {
        quarantine("w1");
        assertThat(refusal("clicks", ON_ALL_SLOTS)).isEqualTo(Reason.NOT_ENOUGH_SLOTS);

        NodeStanding released = LeaderFixture.outcome(cluster.leader.release("w1"));

        assertThat(released.state()).isEqualTo(State.ACTIVE);
        assertThat(LeaderFixture.outcome(cluster.leader.release("w1"))).isEqualTo(released);
        assertThat(news()).contains("is quarantined no more: it was released");
        cluster.submit("clicks", ON_ALL_SLOTS);
        cluster.awaitState("clicks", JobState.RUNNING);
    }

    @Test
    void itEndsByItself() throws Exception {
        Instant soon = Instant.now().plusMillis(1_500);
        LeaderFixture.outcome(cluster.leader.quarantine("w1", soon, "a moment"));

        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(LeaderFixture.outcome(cluster.leader.standingOf(cluster.first.id()))
                                .state())
                        .isEqualTo(State.ACTIVE));

        assertThat(Instant.now()).isAfterOrEqualTo(soon);
        assertThat(news()).contains("is quarantined no more: its time is over");
        await().atMost(LeaderFixture.SOON)
                .untilAsserted(() -> assertThat(
                                directory.resolve("quarantines").toFile().list())
                        .isEmpty());
        cluster.submit("clicks", ON_ALL_SLOTS);
        cluster.awaitState("clicks", JobState.RUNNING);
    }

    @Test
    void theLastWordCountsAndIsWhatTheNextLeaderGoesOnWith() throws Exception {
        quarantine("w1");
        Future<NodeStanding> released = cluster.leader.release("w1");
        Future<NodeStanding> again = cluster.leader.quarantine("w1", far.plusSeconds(60), "fans");
        LeaderFixture.outcome(released);
        NodeStanding last = LeaderFixture.outcome(again);

        LeaderVerticle next = cluster.nextLeader();

        assertThat(LeaderFixture.outcome(next.standingOf(cluster.first.id()))).isEqualTo(last);
        assertThat(last.quarantine().orElseThrow().reason()).isEqualTo("fans");
        assertThat(LeaderFixture.rejection(next.submit(LeaderFixture.request("clicks", ON_ALL_SLOTS)))
                        .reason())
                .isEqualTo(Reason.NOT_ENOUGH_SLOTS);
    }

    @Test
    void itHoldsForTheNextStartOfTheNode() throws Exception {
        quarantine("w1");

        cluster.membership.leave(cluster.first.id());
        NodeId next = new NodeId("w1", "w12");
        PlainWorker anew = new PlainWorker(cluster.vertx, next, cluster.self, cluster.snapshots);
        cluster.membership.join(anew.member());

        await().atMost(LeaderFixture.SOON)
                .untilAsserted(() -> assertThat(LeaderFixture.outcome(cluster.leader.standingOf(next))
                                .state())
                        .isEqualTo(State.QUARANTINED));
        assertThat(refusal("clicks", ON_ALL_SLOTS)).isEqualTo(Reason.NOT_ENOUGH_SLOTS);
    }

    @Test
    void theLastWorkerThatTakesTasksIsNotQuarantined() throws Exception {
        quarantine("w1");

        JobRejectedException refused = LeaderFixture.rejection(cluster.leader.quarantine("w2", far, "slow disk"));

        assertThat(refused.reason()).isEqualTo(Reason.CANNOT_QUARANTINE);
        assertThat(refused)
                .hasMessage("node w2 cannot be quarantined: no other worker takes tasks, so none could begin anywhere;"
                        + " add one first");
    }

    @Test
    void aDrainedNodeMayBeQuarantinedBesides() throws Exception {
        quarantine("w1");

        NodeStanding both = LeaderFixture.outcome(cluster.leader.drain("w1", true));

        assertThat(both.state()).isEqualTo(State.DRAINED);
        assertThat(both.quarantine()).isPresent();
        assertThat(LeaderFixture.outcome(cluster.leader.drain("w1", false)).state())
                .isEqualTo(State.QUARANTINED);
    }

    @Test
    void everyNodeIsToldThatAMemberDoesNotAnswerUntilItDoes() throws Exception {
        StandingBoard board = new StandingBoard(cluster.vertx);
        board.listen();
        NodeId silent = new NodeId("w3", "w31");
        cluster.membership.join(new Member(silent, EnumSet.of(Role.WORKER), 2, ""));

        await().atMost(LeaderFixture.SOON)
                .untilAsserted(() -> assertThat(told(board, silent)).isEqualTo("UNREACHED"));
        assertThat(told(board, cluster.first.id())).isEqualTo("ACTIVE");
        assertThat(refusal("clicks", "5,5,1")).isEqualTo(Reason.NOT_ENOUGH_SLOTS);
        PlainWorker late = new PlainWorker(cluster.vertx, silent, cluster.self, cluster.snapshots);

        await().atMost(LeaderFixture.SOON)
                .untilAsserted(() -> assertThat(told(board, late.id())).isEqualTo("ACTIVE"));
    }

    private static String told(StandingBoard board, NodeId node) {
        JsonObject told = new JsonObject();
        board.addTo(told, node);
        return told.getString("state");
    }

    @Test
    void everyNodeIsToldWhoIsQuarantined() throws Exception {
        StandingBoard board = new StandingBoard(cluster.vertx);
        board.listen();
        NodeStanding standing = quarantine("w1");

        await().atMost(LeaderFixture.SOON).untilAsserted(() -> {
            JsonObject told = new JsonObject();
            board.addTo(told, cluster.first.id());
            assertThat(told).isEqualTo(standing.toJson());
        });
    }
}
