package io.kintsugi.cluster.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ContactsTest {
    private static final NodeId A = new NodeId("a", "a1");
    private static final NodeId B = new NodeId("b", "b1");
    private static final NodeId C = new NodeId("c", "c1");

    private final Contacts contacts = new Contacts();

    ContactsTest() {
        contacts.members(List.of(A, B, C));
    }

    @Test
    void whoHasNeverAnsweredIsUnreachedFromTheBeginning() {
        contacts.answered(A, 1_000, 0);

        assertThat(contacts.unreached(500)).containsExactly(B, C);
        assertThat(contacts.unreached(1_001)).containsExactly(A, B, C);
    }

    @Test
    void answersMayComeInAnyOrderAndFromThoseWhoAreNoMembersAnyMore() {
        contacts.answered(A, 1_000, 0);
        contacts.answered(A, 500, 0);
        contacts.members(List.of(A, B));
        contacts.answered(C, 2_000, 0);

        assertThat(contacts.unreached(1_000)).containsExactly(B);
    }

    @Test
    void aQuorumWasTogetherWhenTheLastOfItWasAsked() {
        contacts.answered(A, 1_000, 0);
        contacts.answered(B, 3_000, 0);

        assertThat(contacts.heldTogetherMs(List.of(A, B, C), 0, 9_000)).isEqualTo(9_000);
        assertThat(contacts.heldTogetherMs(List.of(A, B, C), 1, 9_000)).isEqualTo(3_000);
        assertThat(contacts.heldTogetherMs(List.of(A, B, C), 2, 9_000)).isEqualTo(1_000);
        assertThat(contacts.heldTogetherMs(List.of(A, B, C), 3, 9_000)).isEqualTo(Long.MIN_VALUE);
        assertThat(contacts.heldTogetherMs(List.of(A), 2, 9_000)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void theSilenceOfALeaderIsReckonedFromWhenItWasAskedFor() {
        contacts.answered(A, 5_000, 2_000);

        assertThat(contacts.heardLeader(3_000)).isTrue();
        assertThat(contacts.heardLeader(3_001)).isFalse();
    }
}
