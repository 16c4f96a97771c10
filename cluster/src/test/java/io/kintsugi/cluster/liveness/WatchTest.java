package io.kintsugi.cluster.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.liveness.Watch.Standing;
import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.model.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class WatchTest {
    private static final LivenessSettings SETTINGS = LivenessSettings.defaults();
    /** A lease, and for how long its owner may wait for an answer beyond it. */
    private static final long LEASE_MS = (long) SETTINGS.leaseMs() + SETTINGS.suspectMs();

    private static final NodeId LEADER = new NodeId("leader", "l1");
    private static final NodeId B = new NodeId("b", "b1");
    private static final NodeId C = new NodeId("c", "c1");
    private static final NodeId D = new NodeId("d", "d1");

    private final Watch watch = new Watch(SETTINGS, LEADER, 0);
    private final Set<NodeId> dead = new TreeSet<>();

    private void members(NodeId... others) {
        List<NodeId> all = new ArrayList<>(List.of(others));
        all.add(LEADER);
        watch.members(all);
    }

    private List<NodeId> gone(long nowMs) {
        return watch.takeGone(nowMs, dead::contains);
    }

    @Test
    void aNodeThatIsNotHeardForSomeHeartbeatsIsSilentUntilItIsHeardAgain() {
        members(B, C);
        watch.heard(B, 0);

        assertThat(watch.silent(1_499)).isEmpty();
        assertThat(watch.silent(1_500)).containsExactly(B);
        watch.heard(B, 1_600);
        assertThat(watch.silent(1_600)).isEmpty();
    }

    @Test
    void aCrashedWorkerIsReplacedAtOnce() {
        members(B, C);
        watch.heard(B, 10_000);
        watch.heard(C, 10_000);
        members(C);
        assertThat(gone(10_080)).isEmpty();
        assertThat(watch.leaving()).containsExactly(B);

        dead.add(B);

        assertThat(gone(10_100)).containsExactly(B);
        assertThat(gone(20_000)).isEmpty();
    }

    @Test
    void aWorkerThatMayLiveIsNotReplacedBeforeItsLeaseIsOver() {
        members(B, C);
        watch.heard(B, 10_000);
        watch.heard(C, 10_000);
        members(C);

        watch.heard(C, 10_000 + LEASE_MS);
        assertThat(gone(10_000 + LEASE_MS - 1)).isEmpty();
        assertThat(gone(10_000 + LEASE_MS)).containsExactly(B);
    }

    @Test
    void whoeverHasLeftGetsNoMoreLease() {
        members(B);
        assertThat(watch.heard(B, 0)).isEqualTo(Standing.MEMBER);
        members();

        assertThat(watch.heard(B, 100)).isEqualTo(Standing.GIVEN_UP);
        gone(60_000);
        assertThat(watch.heard(B, 60_000)).isEqualTo(Standing.GIVEN_UP);
        assertThat(watch.heard(D, 60_000)).isEqualTo(Standing.STRANGER);
    }

    @Test
    void aNewLeaderCountsTheLeasesThatTheOneBeforeMayHaveGiven() {
        members(B, C);
        watch.heard(C, LEASE_MS - 100);
        members(C);

        assertThat(gone(LEASE_MS - 1)).isEmpty();
        assertThat(gone(LEASE_MS)).containsExactly(B);
    }

    @Test
    void aLeaderThatHearsTheSmallerPartWaitsAsLongAsTheLargerPartMayGoOnWithoutOne() {
        members(B, C, D);
        List.of(B, C, D).forEach(node -> watch.heard(node, 10_000));
        members(D);
        watch.heard(D, 16_000);
        assertThat(gone(16_000)).as("two of four are half").containsExactly(B, C);

        Watch smaller = new Watch(SETTINGS, LEADER, 0);
        smaller.members(List.of(B, C, LEADER));
        smaller.heard(B, 10_000);
        smaller.heard(C, 10_000);
        smaller.members(List.of(LEADER));
        assertThat(smaller.takeGone(16_000, dead::contains)).isEmpty();
        assertThat(smaller.takeGone(10_000 + LEASE_MS + SETTINGS.leaderlessMs(), dead::contains))
                .containsExactly(B, C);
    }

    /** Until then they may have gone on without a leader, and believed that those whom it does not see do so too. */
    @Test
    void aNewLeaderThatHearsTooFewWaitsUntilTheOthersHaveHadTimeToHearOfIt() {
        members(B, C, D);
        members(C, D);
        assertThat(gone(LEASE_MS)).isEmpty();

        watch.heard(C, LEASE_MS + 500);
        watch.heard(D, LEASE_MS + 500);
        assertThat(gone(LEASE_MS + 500)).isEmpty();
        watch.heard(C, 2 * LEASE_MS);
        watch.heard(D, 2 * LEASE_MS);

        assertThat(gone(2 * LEASE_MS - 1)).isEmpty();
        assertThat(gone(2 * LEASE_MS)).containsExactly(B);
    }

    @Test
    void aNodeThatJoinsALeaderAndSaysNothingYetDelaysNothing() {
        members(B);
        watch.heard(B, 10_000);
        members(B, C, D);
        members(C, D);

        assertThat(gone(10_000 + LEASE_MS)).containsExactly(B);
    }

    @Test
    void remembersABoundedNumberOfThoseWhoAreGone() {
        for (int i = 0; i <= Watch.GONE_MAX; i++) {
            NodeId node = new NodeId("w", "i" + i);
            dead.add(node);
            members(node);
        }
        members();
        gone(0);

        assertThat(watch.heard(new NodeId("w", "i" + Watch.GONE_MAX), 0)).isEqualTo(Standing.GIVEN_UP);
    }
}
