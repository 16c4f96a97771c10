package io.kintsugi.cluster.membership;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.LifecycleEvent;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The view of a Hazelcast member, from Hazelcast's own listener: the one of Vert.x calls 0.1 to 0.5 s later. And from a look at it every
 * now and then, since listeners share threads, and that of Vert.x waits for maps whose partitions may not move for minutes: a leader saw
 * a death 167 s late.
 *
 * <p>A node that Hazelcast merges into another cluster had been given up by that cluster: its tasks may run elsewhere. It
 * sees no leader from then on, and has to be started anew.
 */
final class HazelcastMembership implements Membership, MembershipListener {
    private static final Logger LOG = LoggerFactory.getLogger(HazelcastMembership.class);

    private static final long LOOK_MS = 200;

    private final HazelcastInstance hazelcast;
    private final Member self;
    private final int quorum;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(HazelcastMembership::thread);
    /** Where each member listens. */
    private Map<Member, InetSocketAddress> seen = Map.of();

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
        look();
        ScheduledFuture<?> unused =
                looking.scheduleWithFixedDelay(this::lookAgain, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "kintsugi-view");
        thread.setDaemon(true);
        return thread;
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
        look();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        look();
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
        looking.shutdownNow();
        deaths.close();
    }

    /** Events may come in any order or late; the cluster's own list is always the newest. */
    private synchronized void look() {
        Map<Member, InetSocketAddress> now = new LinkedHashMap<>();
        for (com.hazelcast.cluster.Member member : hazelcast.getCluster().getMembers()) {
            MemberAttributes.read(member.getAttributes()).ifPresent(known -> now.put(known, member.getSocketAddress()));
        }
        if (now.equals(seen)) {
            return;
        }
        Map<Member, InetSocketAddress> before = seen;
        seen = now;
        view = new View(List.copyOf(now.keySet()), quorum);
        before.forEach((member, address) -> {
            if (!now.containsKey(member)) {
                log("left", member);
                deaths.left(member.id(), address);
            }
        });
        now.forEach((member, address) -> {
            if (!before.isEmpty() && !before.containsKey(member)) {
                log("joined", member);
                deaths.joined(address);
            }
        });
        tell();
    }

    private void log(String what, Member member) {
        LOG.info(
                "node={} {} roles={} slots={} members={}",
                member.id(),
                what,
                member.roles(),
                member.slots(),
                view.members().size());
    }

    private void lookAgain() {
        try {
            look();
        } catch (HazelcastInstanceNotActiveException stopped) {
            LOG.debug("node={} has left its cluster", self.id());
        } catch (RuntimeException bug) {
            LOG.error("node={} cannot see who is there", self.id(), bug);
        }
    }
}
