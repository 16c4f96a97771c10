package io.kintsugi.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.client.KintsugiClient;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.SingleNode;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LastDrainTest {
    private static final int LONG_MS = 3_600_000;

    private final Vertx vertx = Vertx.vertx();
    private final NodeId self = new NodeId("b", "1");
    private final NodeId starting = new NodeId("a", "2");

    @AfterEach
    void close() {
        vertx.close().await();
    }

    /** Found by hand: the leader of three went while another one was starting, and the third, alone, ended with all tasks. */
    @Test
    void aNodeGoesOnlyWhenThoseWhoHaveJustJoinedAnswer() {
        Deque<List<NodeId>> looks = new ArrayDeque<>(List.of(List.of(starting), List.of(starting), List.of(starting)));

        drain(LONG_MS, () -> looks.isEmpty() ? List.of() : looks.poll()).run();

        assertThat(looks).isEmpty();
    }

    @Test
    void aNodeGoesAllTheSameWhenTimeIsOver() {
        drain(1, () -> List.of(starting)).run();
    }

    private LastDrain drain(int limitMs, Supplier<List<NodeId>> unreached) {
        Member leader = new Member(self, Set.of(Role.COORDINATOR), 0, "");
        return new LastDrain(new SingleNode(leader), KintsugiClient.create(vertx), unreached, limitMs);
    }
}
