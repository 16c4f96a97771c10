package io.kintsugi.cluster.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.liveness.Links.Change;
import io.kintsugi.cluster.liveness.Links.Link;
import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.model.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LinksTest {
    private static final NodeId Z = new NodeId("z", "z1");
    private static final NodeId B = new NodeId("b", "b1");
    private static final NodeId C = new NodeId("c", "c1");
    /** Oldest first. */
    private static final List<NodeId> ALL = List.of(Z, B, C);

    private final Links links = new Links(LivenessSettings.defaults());

    @Test
    void aPairThatStaysCutLosesTheOneThatJoinedLater() {
        links.told(B, List.of(Z));

        assertThat(links.update(ALL, 0)).as("it may be over in a moment").isEmpty();
        assertThat(links.bars(B))
                .as("workers that have just met have not answered each other yet")
                .isFalse();
        assertThat(links.update(ALL, 1_500)).containsExactly(new Change(new Link(Z, B), true));
        assertThat(links.bars(B)).isTrue();
        assertThat(links.bars(Z)).isFalse();
        assertThat(links.lost(9_999)).isEmpty();
        assertThat(links.lost(10_000)).contains(B);
    }

    @Test
    void oneEndIsEnoughSinceNothingCanBeAcknowledged() {
        links.told(Z, List.of());
        links.told(B, List.of(C));
        links.told(C, List.of());
        links.update(ALL, 0);

        assertThat(links.update(ALL, 2_000)).containsExactly(new Change(new Link(B, C), true));
    }

    @Test
    void aLinkThatComesUpAgainIsToldAndCostsNothing() {
        links.told(B, List.of(Z));
        links.update(ALL, 0);
        links.update(ALL, 5_000);
        links.told(B, List.of());

        assertThat(links.update(ALL, 8_000)).containsExactly(new Change(new Link(Z, B), false));
        assertThat(links.bars(B)).isFalse();
        assertThat(links.lost(20_000)).isEmpty();
        assertThat(links.cut()).isEmpty();
    }

    @Test
    void timeBeginsAnewWithEachCut() {
        links.told(B, List.of(Z));
        links.update(ALL, 0);
        links.told(B, List.of());
        links.update(ALL, 9_000);
        links.told(B, List.of(Z));
        links.update(ALL, 9_100);

        assertThat(links.lost(10_000)).isEmpty();
    }

    @Test
    void whoTheLeaderDoesNotHearIsNoMatterOfLinks() {
        links.told(B, List.of(Z));
        links.update(ALL, 0);
        links.update(ALL, 2_000);

        assertThat(links.update(List.of(Z, C), 3_000))
                .as("nobody is told of what is over with it")
                .isEmpty();
        assertThat(links.lost(60_000)).isEmpty();
    }
}
