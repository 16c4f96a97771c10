package io.kintsugi.cluster.membership;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** A Vert.x that is part of a cluster, and the view of that cluster. */
public final class ClusteredVertx {
    private final Vertx vertx;
    private final HazelcastMembership membership;
    private final HazelcastInstance hazelcast;

    ClusteredVertx(Vertx vertx, HazelcastMembership membership, HazelcastInstance hazelcast) {
        this.vertx = vertx;
        this.membership = membership;
        this.hazelcast = hazelcast;
    }

    public Vertx vertx() {
        return vertx;
    }

    public Membership membership() {
        return membership;
    }

    /** Where this node's membership listens, {@code host:port}: what others name as their seed. */
    public String seed() {
        return seed(hazelcast.getCluster().getLocalMember());
    }

    private static String seed(Member member) {
        return member.getAddress().getHost() + ":" + member.getAddress().getPort();
    }

    /** Writes down who is there, now and at each change. */
    void rememberIn(KnownPeers peers) {
        membership.onChange(() -> remember(peers));
        remember(peers);
    }

    private void remember(KnownPeers peers) {
        peers.remember(hazelcast.getCluster().getMembers().stream()
                .filter(member -> !member.localMember())
                .map(ClusteredVertx::seed)
                .toList());
    }

    /**
     * Completes when the other nodes have given this one up although it lives: a pause or a cut was too long, and its tasks
     * may have been replaced. The process has to stop its tasks and to start anew, with a new incarnation.
     */
    public Future<Void> cutOff() {
        return membership.cutOff();
    }

    HazelcastInstance hazelcast() {
        return hazelcast;
    }

    /**
     * Closes Vert.x with all that is deployed in it, then leaves the cluster. The future belongs to no context, since
     * those of Vert.x are gone when it completes.
     */
    public Future<Void> close() {
        Promise<Void> left = Promise.promise();
        vertx.close()
                .onComplete(closed -> ClusterStart.onThread("kintsugi-leave", left, () -> {
                    membership.close();
                    hazelcast.shutdown();
                    return null;
                }));
        return left.future();
    }
}
