package io.kintsugi.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HazelcastMembershipTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Nodes nodes;

    @BeforeEach
    void begin() {
        nodes = new Nodes(folder);
    }

    @AfterEach
    void stopNodes() {
        nodes.close();
    }

    @Test
    void everyNodeSeesWhoJoinsAndLeavesAndTheOldestCoordinatorLeads() {
        ClusteredVertx first = nodes.start("first", 1, Role.COORDINATOR);
        ClusteredVertx second = nodes.start("second", 1, Role.COORDINATOR, Role.WORKER);
        ClusteredVertx third = nodes.start("third", 1, Role.WORKER);

        for (ClusteredVertx node : List.of(first, second, third)) {
            await().atMost(SOON).until(() -> names(node).equals(List.of("first", "second", "third")));
            assertThat(node.membership().leader()).map(NodeId::name).contains("first");
        }
        Member asSeenByThird = third.membership().members().get(1);
        assertThat(asSeenByThird.id()).isEqualTo(second.membership().self());
        assertThat(asSeenByThird.roles()).containsExactly(Role.COORDINATOR, Role.WORKER);
        assertThat(asSeenByThird.slots()).isEqualTo(2);
        assertThat(asSeenByThird.httpAddress()).isEqualTo("second:8080");

        AtomicInteger changes = new AtomicInteger();
        third.membership().onChange(changes::incrementAndGet);
        nodes.stop(first);

        await().atMost(SOON).until(() -> names(third).equals(List.of("second", "third")));
        assertThat(third.membership().leader()).map(NodeId::name).contains("second");
        await().atMost(SOON).until(() -> changes.get() > 0);
    }

    /** The listener of Vert.x waits for maps whose partitions may not move for minutes: a leader saw a death 167 s late. */
    @Test
    void whoeverHoldsTheEventThreadsOfHazelcastDoesNotMakeANodeBlind() {
        ClusteredVertx first = nodes.start("first", 1, Role.COORDINATOR);
        CountDownLatch over = new CountDownLatch(1);
        for (int i = 0; i < 100; i++) {
            first.hazelcast().getCluster().addMembershipListener(new Holding(over));
        }
        try {
            nodes.start("second", 1, Role.WORKER);

            await().atMost(SOON).until(() -> names(first).equals(List.of("first", "second")));
        } finally {
            over.countDown();
        }
    }

    private record Holding(CountDownLatch until) implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            try {
                until.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            // Nobody leaves.
        }
    }

    @Test
    void nobodyLeadsBelowTheQuorum() {
        ClusteredVertx first = nodes.start("first", 2, Role.COORDINATOR);
        assertThat(first.membership().leader()).isEmpty();

        ClusteredVertx second = nodes.start("second", 2, Role.COORDINATOR);

        await().atMost(SOON).until(() -> first.membership().leader().isPresent());
        assertThat(second.membership().leader()).isEqualTo(first.membership().leader());
    }

    @Test
    void theEventBusRefusesJavaSerialization() {
        ClusteredVertx node = nodes.start("first", 1, Role.WORKER);

        assertThatThrownBy(() -> node.vertx().eventBus().send("anywhere", new java.util.concurrent.atomic.AtomicLong()))
                .hasMessageContaining("codec");
    }

    @Test
    void aNodeWhoseSeedsDoNotAnswerFailsToStartAndNamesThem() {
        ClusterSettings alone = nodes.settings(1, List.of("127.0.0.1:1"));
        ClusterSettings impatient = new ClusterSettings(
                alone.name(), alone.host(), 0, 0, alone.seeds(), 1, 1_000, alone.lostAfterS(), 2_000);

        assertThatThrownBy(() -> Nodes.await(ClusterStart.start(impatient, Nodes.member("late", Role.WORKER), folder)))
                .hasMessageContaining("127.0.0.1:1")
                .hasMessageContaining("within 1000 ms");
    }

    @Test
    void aNodeOfAnotherClusterNameIsNotLetInAndSaysWhy() {
        ClusteredVertx first = nodes.start("first", 1, Role.COORDINATOR);
        ClusterSettings other =
                new ClusterSettings("another", "127.0.0.1", 0, 0, List.of(first.seed()), 1, 5_000, 5, 2_000);

        assertThatThrownBy(() -> Nodes.await(ClusterStart.start(other, Nodes.member("stranger", Role.WORKER), folder)))
                .hasMessageContaining("cluster name 'another'");
    }

    @Test
    void aFoundingNodeThatComesBackFindsItsOldClusterByTheNodesThatItKnew() {
        ClusteredVertx first = nodes.start(nodes.settings(1, List.of()), "first", Role.COORDINATOR);
        ClusteredVertx second = nodes.start("second", 1, Role.WORKER);
        await().atMost(SOON).until(() -> new KnownPeers(folder, "first").read().equals(List.of(second.seed())));
        nodes.stop(first);

        ClusteredVertx again = nodes.start(nodes.settings(1, List.of()), "first", Role.COORDINATOR);

        assertThat(names(again)).containsExactly("second", "first");
        await().atMost(SOON)
                .until(() -> second.membership()
                        .leader()
                        .equals(Optional.of(again.membership().self())));
    }

    @Test
    void remembersTheNewestPeersOnly() {
        KnownPeers peers = new KnownPeers(folder, "a");
        for (int port = 1; port <= KnownPeers.PEERS_MAX + 3; port++) {
            peers.remember(List.of("h:" + port));
        }

        assertThat(peers.read())
                .hasSize(KnownPeers.PEERS_MAX)
                .startsWith("h:19", "h:18")
                .doesNotContain("h:3");
    }

    @Test
    void aSeedWithoutPortIsRefused() {
        assertThatThrownBy(() -> Nodes.await(ClusterStart.start(
                        nodes.settings(1, List.of("localhost")), Nodes.member("x", Role.WORKER), folder)))
                .hasMessageContaining("expected host:port");
    }

    private static List<String> names(ClusteredVertx node) {
        return node.membership().members().stream()
                .map(member -> member.id().name())
                .toList();
    }
}
