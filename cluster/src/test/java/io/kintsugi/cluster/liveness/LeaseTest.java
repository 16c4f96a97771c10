package io.kintsugi.cluster.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.liveness.Lease.State;
import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.model.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A worker beside a leader and two others, with a lease of 4 s; it looks at it every 100 ms. */
final class LeaseTest {
    private static final LivenessSettings SETTINGS = LivenessSettings.defaults();
    private static final NodeId LEADER = new NodeId("leader", "l1");
    private static final NodeId B = new NodeId("b", "b1");
    private static final NodeId C = new NodeId("c", "c1");
    private static final List<NodeId> OTHERS = List.of(LEADER, B, C);

    private final Contacts contacts = new Contacts();
    private final Lease lease = new Lease(SETTINGS, 0);
    private List<NodeId> dead = List.of();
    private long nowMs;

    private void granted() {
        contacts.members(OTHERS);
        answers(LEADER, 0);
        lease.granted(nowMs, SETTINGS.leaseMs(), OTHERS);
    }

    private void answers(NodeId node, long leaderSilentMs) {
        contacts.answered(node, nowMs, leaderSilentMs);
    }

    /** Time goes by; these answer all the while, and hear no leader either. */
    private State after(long ms, NodeId... reached) {
        State state = State.NEW;
        for (long end = nowMs + ms; nowMs < end; ) {
            nowMs += 100;
            for (NodeId node : reached) {
                answers(node, nowMs);
            }
            state = lease.judge(nowMs, contacts, dead).state();
        }
        return state;
    }

    /** Time goes by; the others hear a leader all the while, and this worker hears none. */
    private State afterOthersHear(long ms) {
        State state = State.NEW;
        for (long end = nowMs + ms; nowMs < end; ) {
            nowMs += 100;
            answers(B, 0);
            answers(C, 300);
            state = lease.judge(nowMs, contacts, dead).state();
        }
        return state;
    }

    @Test
    void aWorkerThatNobodyHasGrantedAnythingHasNothingToStop() {
        assertThat(after(600_000)).isEqualTo(State.NEW);
        assertThat(lease.wake(nowMs + 600_000).state()).isEqualTo(State.NEW);
    }

    @Test
    void aWorkerThatHearsNobodyStopsWhenItsLeaseIsOverAndNotBefore() {
        granted();

        assertThat(after(3_900)).isEqualTo(State.HELD);
        assertThat(after(100)).isEqualTo(State.ENDED);
        assertThat(lease.judge(nowMs, contacts, dead).reason())
                .isEqualTo("the leader was not heard for 4000 ms, and 1 of 4 nodes are reached, this one included");
    }

    @Test
    void aGrantCountsFromWhenItWasAskedForAndNotFromWhenItCame() {
        granted();
        after(3_000);
        lease.granted(500, SETTINGS.leaseMs(), OTHERS);

        assertThat(after(1_400)).isEqualTo(State.HELD);
        assertThat(after(100)).isEqualTo(State.ENDED);
    }

    @Test
    void aLateAnswerTakesNothingAway() {
        after(1_000);
        granted();
        lease.granted(0, SETTINGS.leaseMs(), OTHERS);

        assertThat(after(3_900)).isEqualTo(State.HELD);
    }

    @Test
    void anEndIsFinal() {
        granted();
        after(4_000);
        granted();

        assertThat(after(100)).isEqualTo(State.ENDED);
    }

    @Test
    void tasksGoOnWithoutALeaderAsLongAsMostAreReachedAndNoneHearsOne() {
        granted();

        assertThat(after(4_000, B, C)).isEqualTo(State.LEADERLESS);
        assertThat(after(59_900, B, C)).isEqualTo(State.LEADERLESS);
        assertThat(after(100, B, C)).isEqualTo(State.ENDED);
    }

    @Test
    void theNextLeaderIsHeardInTime() {
        granted();
        after(30_000, B, C);
        lease.granted(nowMs, SETTINGS.leaseMs(), OTHERS);

        assertThat(after(3_900, B, C)).isEqualTo(State.HELD);
        assertThat(after(100, B, C)).isEqualTo(State.LEADERLESS);
    }

    @Test
    void aMinorityMustNotGoOnSinceTheOthersMayHaveALeader() {
        granted();

        assertThat(after(4_000, B)).isEqualTo(State.ENDED);
    }

    @Test
    void theDeadDoNotCount() {
        granted();
        dead = List.of(LEADER);

        assertThat(after(4_000, B)).isEqualTo(State.LEADERLESS);
    }

    @Test
    void theLastOneGoesOnWhenAllOthersAreDead() {
        granted();
        dead = OTHERS;

        assertThat(after(4_000)).isEqualTo(State.LEADERLESS);
    }

    @Test
    void whoeverAloneDoesNotHearTheLeaderIsCutOffFromItAndWaitsForNothing() {
        granted();

        assertThat(afterOthersHear(3_900)).isEqualTo(State.HELD);
        assertThat(afterOthersHear(100)).isEqualTo(State.ENDED);
        assertThat(lease.judge(nowMs, contacts, dead).reason())
                .isEqualTo("the leader was not heard for 4000 ms, and others hear one");
    }

    /** Its own question is under way: ended, its tasks would restart for nothing. */
    @Test
    void aWorkerWithoutALeaderHasTimeToHearTheNextOneItselfWhenOthersDo() {
        granted();
        after(10_000, B, C);

        assertThat(afterOthersHear(1_500)).isEqualTo(State.LEADERLESS);
        lease.granted(nowMs, SETTINGS.leaseMs(), OTHERS);

        assertThat(afterOthersHear(100)).isEqualTo(State.HELD);
    }

    @Test
    void aWorkerWithoutALeaderWhoseQuestionIsNotAnsweredByTheNextOneIsCutOffFromIt() {
        granted();
        after(10_000, B, C);

        assertThat(afterOthersHear(1_500)).isEqualTo(State.LEADERLESS);
        assertThat(afterOthersHear(100)).isEqualTo(State.ENDED);
    }

    @Test
    void othersThatHearNoLeaderAnyMoreAreAheadNoLonger() {
        granted();
        after(10_000, B, C);
        afterOthersHear(1_000);

        assertThat(after(10_000, B, C)).isEqualTo(State.LEADERLESS);
        assertThat(afterOthersHear(1_500)).isEqualTo(State.LEADERLESS);
    }

    /** It counted as one of this moment, so that others went by a leader that nobody had and ended themselves. */
    @Test
    void aGrantOfNothingIsNone() {
        granted();
        after(3_900);
        lease.granted(nowMs, 0, OTHERS);
        after(100);
        lease.granted(nowMs, 0, OTHERS);

        assertThat(lease.leaderSilentMs(nowMs)).isEqualTo(4_000);
        assertThat(lease.judge(nowMs, contacts, dead).reason())
                .isEqualTo("the leader was not heard for 4000 ms, and 1 of 4 nodes are reached, this one included");
    }

    @Test
    void aLeaderIsHeardByItselfWhenItWasInTouchWithItsQuorumLast() {
        contacts.members(OTHERS);
        lease.leads(1_000, OTHERS);

        assertThat(lease.leaderSilentMs(3_000)).isEqualTo(2_000);
    }

    /** What others have heard before was this leader: it must not take itself for another one. */
    @Test
    void aLeaderThatLacksItsQuorumGoesOnLikeOthersThatHaveNone() {
        contacts.members(OTHERS);
        lease.leads(0, OTHERS);
        afterOthersHear(3_900);

        assertThat(after(20_000, B, C)).isEqualTo(State.LEADERLESS);
        assertThat(afterOthersHear(1_500)).isEqualTo(State.LEADERLESS);
        assertThat(afterOthersHear(100)).isEqualTo(State.ENDED);
        assertThat(lease.judge(nowMs, contacts, dead).reason())
                .isEqualTo("this leader was not in touch with its quorum for 25500 ms, and others hear one");
    }

    @Test
    void aProcessThatSleptLongerThanItsLeaseStopsEvenIfTheLeaderAnswersAtOnce() {
        granted();
        nowMs = 4_001;
        lease.granted(nowMs, SETTINGS.leaseMs(), OTHERS);

        assertThat(lease.judge(nowMs, contacts, dead).reason()).isEqualTo("this process was stopped for 4001 ms");
    }

    @Test
    void aShorterSleepChangesNothing() {
        granted();
        nowMs = 3_900;

        assertThat(lease.judge(nowMs, contacts, dead).state()).isEqualTo(State.HELD);
    }

    @Test
    void whoeverIsAloneMaySleepAsLongAsItLikes() {
        lease.granted(0, SETTINGS.leaseMs(), List.of());

        assertThat(lease.wake(3_600_000).state()).isEqualTo(State.HELD);
    }

    @Test
    void aTaskThatHoldsTheLoopIsNoSilenceOfTheLeader() {
        granted();
        for (nowMs = 100; nowMs <= 20_000; nowMs += 100) {
            assertThat(lease.wake(nowMs).state()).isEqualTo(State.HELD);
        }
    }

    @Test
    void whoeverIsGivenUpStopsAtOnce() {
        granted();

        assertThat(lease.givenUp().state()).isEqualTo(State.ENDED);
        assertThat(after(100)).isEqualTo(State.ENDED);
    }
}
