package io.kintsugi.cluster.membership;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The view of a Hazelcast member, from Hazelcast's own listener: the one of Vert.x calls 0.1 to 0.5 s later.
 *
 * <p>A node that Hazelcast merges into another cluster had been given up by that cluster: its tasks may run elsewhere. It
 * sees no leader from then on, and has to be started anew.
 */
final class HazelcastMembership implements Membership, MembershipListener {
    private static final Logger LOG = LoggerFactory.getLogger(HazelcastMembership.class);

    private final HazelcastInstance hazelcast;
    private final Member self;
    private final int quorum;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile View view;
    private final Promise<Void> cutOff = Promise.promise();
    private final Deaths deaths = new Deaths(this::tell);

    HazelcastMembership(HazelcastInstance hazelcast, Member self, int quorum) {
        this.hazelcast = hazelcast;
        this.self = self;
        this.quorum = quorum;
        this.view = new View(List.of(self), quorum);
    }

    /** Begins to follow the cluster; a view is there when this returns. */
    void start() {
        hazelcast.getCluster().addMembershipListener(this);
        hazelcast.getLifecycleService().addLifecycleListener(this::lifecycleChanged);
        update();
    }

    @Override
    public NodeId self() {
        return self.id();
    }

    @Override
    public List<Member> members() {
        return view.members();
    }

    @Override
    public Optional<NodeId> leader() {
        return cutOff.future().isComplete() ? Optional.empty() : view.leader();
    }

    @Override
    public boolean isDead(NodeId node) {
        return deaths.contains(node);
    }

    @Override
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** Completes when the other nodes have given this one up. */
    Future<Void> cutOff() {
        return cutOff.future();
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        log("joined", event);
        deaths.joined(event.getMember().getSocketAddress());
        update();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        log("left", event);
        MemberAttributes.read(event.getMember().getAttributes())
                .ifPresent(member -> deaths.left(member.id(), event.getMember().getSocketAddress()));
        update();
    }

    private void log(String what, MembershipEvent event) {
        MemberAttributes.read(event.getMember().getAttributes())
                .ifPresent(member -> LOG.info(
                        "node={} {} roles={} slots={} members={}",
                        member.id(),
                        what,
                        member.roles(),
                        member.slots(),
                        event.getMembers().size()));
    }

    private void lifecycleChanged(LifecycleEvent event) {
        if (event.getState() == LifecycleEvent.LifecycleState.MERGING) {
            LOG.error(
                    "node={} was cut off and given up by the other nodes, which may have replaced its tasks; restart it",
                    self.id());
            cutOff.tryComplete();
            tell();
        }
    }

    private void tell() {
        listeners.forEach(Runnable::run);
    }

    void close() {
        deaths.close();
    }

    /** Events may come in any order; the cluster's own list is always the newest. */
    private synchronized void update() {
        view = new View(
                hazelcast.getCluster().getMembers().stream()
                        .flatMap(member -> MemberAttributes.read(member.getAttributes()).stream())
                        .toList(),
                quorum);
        tell();
    }
}
